export type { ModelAdapter, StreamOptions } from './adapter.ts'
export { deepFreeze } from './deep-freeze.ts'
export type {
  AssistantMessage,
  FinishReason,
  Message,
  ModelEvent,
  ModelParameters,
  ModelRequest,
  ReasoningField,
  TokenUsage,
  ToolCall,
  ToolMessage,
  ToolSchema,
  UserMessage,
} from './messages.ts'
export { ModelError, type ModelErrorKind } from './model-error.ts'
export type { ModelService } from './model-service.ts'
export { apply, Config, inject, name } from './plugin.ts'
