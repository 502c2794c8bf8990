import { join } from 'node:path'
import { repositoryRoot, runNode, temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { toolContext } from '../../tools/test/tool-context.ts'
import { mount } from './mount.ts'
import { processIdsIn, untilGone } from './processes.ts'

/** A shell, a child, and grandchildren of which one is orphaned and one holds no pipe. Each writes its process id. */
const FAMILY = `
echo $$ >> pids
bash -c 'echo $$ >> pids; (bash -c "echo \\$\\$ >> pids; sleep 1000" > /dev/null &) ; sleep 1000' &
(sleep 1000 & echo $! >> pids) &
sleep 1000
`

/** The same, deaf to SIGTERM. */
const DEAF_FAMILY = `trap '' TERM\n${FAMILY}`

const allow = (): boolean => true

describe.each([
  ['a family of processes', FAMILY],
  ['one that is deaf to SIGTERM', DEAF_FAMILY],
])('%s', (_title, command) => {
  it('is ended with all its members when the call is aborted; the call ends at once', async () => {
    const { ctx } = await mount()
    const cwd = temporaryFolder()
    const controller = new AbortController()
    const context = toolContext({ cwd, allow, signal: controller.signal })
    const call = ctx.tools.execute({ name: 'bash', arguments: JSON.stringify({ command }) }, context)
    const pids = await processIdsIn(join(cwd, 'pids'), 4)
    const reason = new Error('enough')
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
    await untilGone(pids)
  })

  it('is ended at the time limit, and the model is told', async () => {
    const { ctx } = await mount({ defaultTimeoutMs: 2_000, maxTimeoutMs: 5_000 })
    const cwd = temporaryFolder()
    const call = { name: 'bash', arguments: JSON.stringify({ command: `echo begun\n${command}` }) }
    expect(await ctx.tools.execute(call, toolContext({ cwd, allow }))).toEqual({
      content:
        '<command_output>\nbegun\n</command_output>\n[Not finished: ended at its time limit of 2000 ms, with all that it started. If it needs longer, call bash with timeoutMs up to 5000.]',
      isError: true,
    })
    await untilGone(await processIdsIn(join(cwd, 'pids'), 4))
  })

  it('is gone when the plugin is', async () => {
    const { ctx, unmount } = await mount()
    const cwd = temporaryFolder()
    const call = ctx.tools.execute(
      { name: 'bash', arguments: JSON.stringify({ command }) },
      toolContext({ cwd, allow }),
    )
    const pids = await processIdsIn(join(cwd, 'pids'), 4)
    await unmount()
    await untilGone(pids)
    expect(await call).toMatchObject({ isError: true })
  })
})

describe('the time limit', () => {
  it('is the call’s own where it names one, and names no longer one when there is none', async () => {
    const { ctx } = await mount({ maxTimeoutMs: 300, defaultTimeoutMs: 300 })
    const call = { name: 'bash', arguments: '{ "command": "sleep 1000", "timeoutMs": 300 }' }
    expect(await ctx.tools.execute(call, toolContext({ cwd: temporaryFolder(), allow }))).toEqual({
      content: '[No output.]\n[Not finished: ended at its time limit of 300 ms, with all that it started.]',
      isError: true,
    })
  })
})

describe('an abort', () => {
  it('while the user is asked runs nothing', async () => {
    const { ctx } = await mount()
    const cwd = temporaryFolder()
    const controller = new AbortController()
    const late = (): boolean => {
      controller.abort(new Error('enough'))
      return true
    }
    const context = toolContext({ cwd, allow: late, signal: controller.signal })
    const call = { name: 'bash', arguments: '{ "command": "touch made" }' }
    await expect(ctx.tools.execute(call, context)).rejects.toThrow('enough')
    const context2 = toolContext({ cwd, allow })
    expect(await ctx.tools.execute({ name: 'bash', arguments: '{ "command": "ls" }' }, context2)).toEqual({
      content: '[No output.]\n[Exit code 0.]',
    })
  })
})

describe('in a process of its own', () => {
  const program = (name: string): string => join(repositoryRoot, 'packages/agent/tool-bash/test/programs', name)

  it('300 MB of output take little memory', async () => {
    const { code, stdout, stderr } = await runNode({ args: [program('large-output.ts')] })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { growthBytes, contentLength } = JSON.parse(stdout) as { growthBytes: number; contentLength: number }
    expect(growthBytes).toBeLessThan(150 * 2 ** 20)
    expect(contentLength).toBeLessThan(33_000)
  })

  it('commands end with the process that ends in the middle of them', async () => {
    const cwd = temporaryFolder()
    const { code } = await runNode({ args: [program('exit-early.ts'), cwd] })
    expect(code).toBe(7)
    await untilGone(await processIdsIn(join(cwd, 'pids'), 2))
  })

  it('nothing is left that keeps the process from ending', async () => {
    const { code, stdout } = await runNode({ args: [program('large-output.ts')], node: '22' })
    expect({ code, isJson: stdout.startsWith('{') }).toEqual({ code: 0, isJson: true })
  })
})
