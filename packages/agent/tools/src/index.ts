export type {
  PermissionRequest,
  Tool,
  ToolContext,
  ToolKind,
  ToolRegistration,
  ToolResult,
  ToolScope,
  ToolService,
} from './tool.ts'
