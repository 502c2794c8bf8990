import { agent, type AgentApp, type AgentRequestContext, methods } from '@agentclientprotocol/sdk'
import { fieldsOf } from './fields.ts'
import { knownSessionParams, listParams, newSessionParams, promptParams, sessionIdOf } from './params.ts'
import { asRequestError } from './request-failure.ts'
import { Requests, type RequestsOptions } from './requests.ts'

export interface AppOptions extends RequestsOptions {
  /** For a client that names no folder. */
  readonly defaultCwd: string | undefined
  /** Told of faults of the program. */
  readonly report: (error: unknown) => void
}

/** The methods of the protocol, each with what it asks for and what answers it. */
export function agentApp({ defaultCwd, report, ...options }: AppOptions): AgentApp {
  const requests = new Requests(options)
  const { session } = methods.agent
  const answering =
    <Params, Answer>(answer: (context: AgentRequestContext<Params>) => Answer | Promise<Answer>) =>
    async (context: AgentRequestContext<Params>): Promise<Answer> => {
      try {
        return await answer(context)
      } catch (error) {
        throw asRequestError(error, report)
      }
    }
  const known = (params: unknown) => knownSessionParams(params, defaultCwd)
  return agent({ name: options.agentInfo.name })
    .onRequest(methods.agent.initialize, ({ params }) => requests.initialize(params))
    .onRequest(
      session.new,
      (params) => newSessionParams(params, defaultCwd),
      answering(({ params, client }) => requests.newSession(params, client)),
    )
    .onRequest(
      session.list,
      listParams,
      answering(({ params }) => requests.listSessions(params)),
    )
    .onRequest(
      session.load,
      known,
      answering(({ params, client }) => requests.goOn(params, client, { replay: true })),
    )
    .onRequest(
      session.resume,
      known,
      answering(({ params, client }) => requests.goOn(params, client, { replay: false })),
    )
    .onRequest(
      session.prompt,
      promptParams,
      answering(({ params, signal }) => requests.prompt(params, signal)),
    )
    .onRequest(
      session.close,
      sessionIdOf,
      answering(({ params }) => requests.closeSession(params)),
    )
    .onNotification(
      session.cancel,
      (params) => fieldsOf(params)['sessionId'],
      ({ params }) => {
        // One that names no session of ours is heard by nobody, as the protocol has it.
        if (typeof params === 'string') options.sessions.find(params)?.cancel()
      },
    )
}
