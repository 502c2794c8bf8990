export { dshPath, nodeBinaries, repositoryRoot, runNode, type ChildOptions, type ChildResult } from './child.ts'
export { itNeeding, type Need } from './needs.ts'
export { skillText, temporaryFolder, temporaryTree, writeTree, type Tree, type TreeEntry } from './tree.ts'
export {
  startEndpoint,
  type ChatMessage,
  type ChatRequest,
  type Endpoint,
  type EndpointRequest,
  type EndpointScript,
  type ScriptedEndpointReply,
} from './endpoint.ts'
export { eventStream, type EndpointReply } from './endpoint-reply.ts'
export { refusalOf, type StrictOptions } from './strict-request.ts'
export type { ScriptedToolCall } from './scripted-call.ts'
export { scriptedModel, type ScriptedAnswer, type ScriptedModel, type ScriptedReply } from './scripted-model.ts'
