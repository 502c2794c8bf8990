export type {
  PermissionAnswer,
  Agent,
  AgentEvent,
  AgentOptions,
  AgentService,
  ModelChoice,
  Prompt,
  PromptOptions,
  StartedSkill,
  TurnResult,
} from './agent.ts'
export { apply } from './apply.ts'
export { Config } from './config.ts'
export { type CallDescription, describeCall } from './describe-call.ts'
export { defaultSystemText } from './system-text.ts'

export const name = 'agent'

export const inject = ['sessions', 'tools', 'llm']
