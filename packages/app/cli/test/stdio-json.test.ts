import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type OutputLine, outputSchema, requestSchema } from '@deepseek-ai/dsh-stdio'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dsh } from './dsh.ts'
import { runInProcess } from './in-process.ts'
import { eventsOf, start } from './started-stdio.ts'

/** The schema that the command prints, as an independent library reads it. */
async function schemas(): Promise<{ readonly input: ValidateFunction; readonly output: ValidateFunction }> {
  const { code, stdout, stderr } = await runInProcess(['stdio', '--schema'], { cwd: '/' })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const ajv = new Ajv2020({ strict: true, validateFormats: false }).addSchema(JSON.parse(stdout) as object, 'lines')
  const [input, output] = [ajv.getSchema('lines#/$defs/input'), ajv.getSchema('lines#/$defs/output')]
  if (!input || !output) throw new Error('The schema has no definition of input or output.')
  return { input, output }
}

const linesOf = (stdout: string): readonly OutputLine[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as OutputLine)

const send = (...requests: readonly object[]): string =>
  requests.map((request) => `${JSON.stringify(request)}\n`).join('')

describe('dsh stdio --json', () => {
  it('lets a program talk, start a skill, cancel, and correct itself', async () => {
    const { stdin, stdoutHas, ended, output, endpoint, dshHome } = await start(
      (_body, _request, index) => (index === 0 ? { text: 'half', hangs: 'end' } : `answer ${index}`),
      { args: ['--json'] },
    )
    stdin.write(
      send({ type: 'prompt', id: 'a', text: 'First of\nall' }, { type: 'prompt', id: 'b', text: '/skill:tea now' }),
    )
    await stdoutHas('"text":"half"')
    stdin.write(send({ type: 'cancel', id: 'a' }))
    await stdoutHas('"id":"b","status":"completed"')
    stdin.end(send({ type: 'prompt', id: 'c', text: '/skill:tee' }, { type: 'prompt', id: 'd', text: 'Bye' }))
    expect(await ended).toBe(1)
    expect(output.stderr).toBe('')
    const lines = linesOf(output.stdout)
    expect(lines.filter(({ type }) => type === 'result' || type === 'refusal')).toMatchObject([
      { type: 'result', line: 1, id: 'a', status: 'cancelled', answer: 'half' },
      { type: 'result', line: 2, id: 'b', status: 'completed', answer: 'answer 1' },
      { type: 'refusal', line: 4, id: 'c', message: 'There is no skill "tee". Did you mean /skill:tea?' },
      { type: 'result', line: 5, id: 'd', status: 'completed', answer: 'answer 2' },
    ])
    expect(endpoint.requests[1]?.bodyText).toContain('skill_content')
    const logged = lines.flatMap((line) => (line.type === 'session' ? [line.event] : []))
    expect(logged).toEqual(eventsOf(dshHome).slice(1))
    const { output: isOutput } = await schemas()
    expect(lines.filter((line) => !isOutput(line))).toEqual([])
  })

  it.each([
    [['stdio', '--json'], send({ type: 'prompt', text: 'brews tea', id: 'a' }, { type: 'frob' })],
    [['run', '--json', 'brews tea'], ''],
  ])('writes nothing with %j that the schema does not name', async (args, input) => {
    const { stdin, ended, output } = await start([], { args: [] })
    stdin.end()
    await ended
    expect(output.stdout).toBe('')
    const result = await dsh([...args, '--offline'], { input })
    expect(result.stderr).toMatch(/^offline responder \(as asked\): .*\n$/)
    const lines = linesOf(result.stdout)
    expect(lines.length).toBeGreaterThan(8)
    // What the schema does not name is not in the copy that it makes.
    expect(lines.map((line) => outputSchema.parse(line))).toEqual(lines)
  })

  it.each([
    ['while a turn runs', send({ type: 'cancel' })],
    ['after it, with more to say', send({ type: 'cancel' }, { type: 'frob' })],
  ])('ends with 1 when nobody reads any more %s', async (_when, later) => {
    const { child, stdin, stdoutHas, ended, dshHome } = await start(() => ({ text: 'half', hangs: 'end' }), {
      args: ['--json'],
    })
    stdin.write(send({ type: 'prompt', text: 'First' }))
    await stdoutHas('"text":"half"')
    child.stdout?.destroy()
    stdin.write(later)
    expect(await ended).toBe(1)
    expect(eventsOf(dshHome).at(-1)).toMatchObject({ type: 'turn/end', status: 'cancelled' })
  })

  it('goes on with a session, and says so', async () => {
    const { stdin, ended, output, dshHome } = await start(['one'], { args: ['--json'] })
    stdin.end(send({ type: 'prompt', text: 'First' }))
    expect(await ended).toBe(0)
    const [id] = readdirSync(join(dshHome, 'sessions')).map((name) => name.replace('.jsonl', ''))
    expect(linesOf(output.stdout)[0]).toMatchObject({ type: 'start', sessionId: id, isResumed: false })
    const again = await dsh(['stdio', '--json', '--resume', id ?? ''], {
      env: { DSH_HOME: dshHome },
      input: '',
    })
    expect(again.code).toBe(0)
    expect(linesOf(again.stdout)[0]).toMatchObject({ type: 'start', sessionId: id, isResumed: true })
  })
})

it('dsh stdio --schema takes exactly what is read as a request', async () => {
  const { input } = await schemas()
  const text = fc.oneof(fc.constantFrom('', ' ', '\n', 'tea', '/skill:tea'), fc.string())
  const value = fc.oneof(text, fc.integer(), fc.constant(null))
  const request = fc.record(
    { type: fc.oneof(fc.constantFrom('prompt', 'cancel', 'frob'), value), text: value, id: value, more: value },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(request, fc.jsonValue()), (sent) => {
      expect(input(sent)).toBe(requestSchema.safeParse(sent).success)
    }),
  )
})
