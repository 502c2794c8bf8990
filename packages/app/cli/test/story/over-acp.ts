import { methods } from '@agentclientprotocol/sdk'
import { expect } from 'vitest'
import { connected } from '../../../acp/test/connected.ts'
import type { Host } from './host.ts'

/** A prompt for each step, over the client of the protocol's library. Questions are answered by "Refuse". */
export const overAcp: Host = (story, { project, home, args, env, resumes, prepare, asked }) =>
  connected({ args, home, env, answer: 'refused' }, async ({ agent, updates, questions }) => {
    const { session } = methods.agent
    let sessionId = resumes
    if (sessionId === undefined) {
      const created = await agent.request(session.new, { cwd: project, mcpServers: [] })
      sessionId = created.sessionId
    } else await agent.request(session.load, { sessionId, cwd: project, mcpServers: [] })
    for (const step of story) {
      prepare(step)
      updates.length = 0
      questions.length = 0
      const prompt = [{ type: 'text' as const, text: step.types }]
      const answer = agent.request(session.prompt, { sessionId, prompt })
      if (step.replies.length === 0) {
        await expect(answer).rejects.toMatchObject({ code: -32602, message: expect.stringContaining(step.shows) })
        continue
      }
      if (step.cancels) {
        await asked(step)
        await agent.notify(session.cancel, { sessionId })
        expect(await answer).toEqual({ stopReason: step.shows })
        continue
      }
      expect(await answer).toEqual({ stopReason: 'end_turn' })
      const chunks = updates.map((update) =>
        update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text' ? update.content.text : '',
      )
      expect(chunks.join('')).toContain(step.shows)
      expect(questions).toHaveLength(step.refuses ? 1 : 0)
    }
  })
