export type { Agent, AgentEvent, AgentOptions, AgentService, ModelChoice, TurnResult } from './agent.ts'
