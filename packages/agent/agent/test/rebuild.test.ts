import { ModelError } from '@deepseek-ai/dsh-llm'
import { FileSessionStore, requests } from '@deepseek-ai/dsh-session'
import { type ScriptedAnswer, scriptedModel, temporaryFolder } from '@deepseek-ai/dsh-testkit'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { agentOf, echoTool, isValidHistory, mount, user } from './fixture.ts'

const call = fc.constantFrom(
  { name: 'echo', arguments: '{"text":"ok"}' },
  { name: 'echo', arguments: '{"text":' },
  { name: 'unknown', arguments: '' },
  { name: 'cancel', arguments: '{"text":""}' },
)

const answer: fc.Arbitrary<ScriptedAnswer> = fc.record(
  {
    text: fc.array(fc.string({ unit: 'binary', maxLength: 5 }), { maxLength: 3 }),
    reasoning: fc.string({ maxLength: 5 }),
    toolCalls: fc.array(call, { maxLength: 3 }),
    finish: fc.constantFrom('stop', 'length', 'tool-calls'),
    usage: fc.record({ inputTokens: fc.nat() }),
    fails: fc.constantFrom(new ModelError({ kind: 'server', message: 'Down.' }), new Error('foreign')),
  },
  { requiredKeys: ['text'] },
)

/** What happens to a session, one after another. */
const story = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('prompt' as const), text: fc.string({ unit: 'binary' }) }) },
    fc.record({ kind: fc.constant('resume' as const) }),
    fc.record({ kind: fc.constant('model' as const), model: fc.constantFrom('small', 'large') }),
    fc.record({ kind: fc.constant('tool' as const) }),
    fc.record({ kind: fc.constant('failing prefix' as const) }),
  ),
  { maxLength: 8 },
)

it('gives every request of a session back from its log alone, through failures, cancels and resumes', async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.infiniteStream(answer), async (steps, answers) => {
      const scripted = scriptedModel(() => answers.next().value as ScriptedAnswer)
      const directory = temporaryFolder()
      const ctx = await mount(scripted, { directory, maxStepsPerTurn: 4 })
      let failing = false
      let compositions = 0
      ctx.on('agent/session-prefix', (_agent, _messages, _signal, next) => {
        if (failing) throw new Error('failing')
        compositions += 1
        return next().then((rest) => [user(`catalog ${compositions}`), ...rest])
      })
      let turns = 0
      ctx.on('agent/before-turn', ({ session }) => {
        turns += 1
        if (turns % 2 === 0) session.append({ type: 'reminder', code: 'test', content: `turn ${turns}` })
      })
      ctx.tools.register(echoTool())
      ctx.tools.register(echoTool('cancel', () => (agent.cancel(), Promise.resolve({ content: 'too late' }))))
      let extraTools = 0
      let agent = agentOf(ctx, { session: ctx.sessions.create({ cwd: '/work', id: 'one' }) })
      for (const step of steps) {
        if (step.kind === 'prompt') await agent.prompt(step.text)
        if (step.kind === 'model') agent.setModel({ adapter: 'scripted', model: step.model })
        if (step.kind === 'tool') ctx.tools.register(echoTool(`extra_${(extraTools += 1)}`))
        if (step.kind === 'failing prefix') failing = !failing
        if (step.kind !== 'resume' || !agent.session.isKept) continue
        await agent.dispose()
        agent = agentOf(ctx, { session: ctx.sessions.resume('one') })
      }
      await agent.dispose()
      await ctx.fiber.dispose()

      if (!agent.session.isKept) return
      const log = new FileSessionStore(directory).open('one')
      log.close()
      expect(JSON.stringify([...requests(log.events)])).toBe(JSON.stringify(scripted.requests))
      for (const request of scripted.requests) expect(isValidHistory(request.messages)).toBe(true)
    }),
    { numRuns: 40 },
  )
})
