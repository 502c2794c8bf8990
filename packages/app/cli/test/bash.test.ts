import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { dshPath, nodeBinaries, startEndpoint, temporaryFolder, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { isRunning, untilGone } from '../../../agent/tool-bash/test/processes.ts'
import { dsh } from './dsh.ts'

const bash = (command: string) => ({ toolCalls: [{ name: 'bash', arguments: { command } }] })

async function resultOf(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const endpoint = await startEndpoint([bash(command), 'done'])
  const own = { DSH_API_KEY: 'canary-own', DSH_MODEL: 'm', DSH_BASE_URL: endpoint.url, ...env }
  const ran = await dsh(['run', ...args, 'go'], { env: own })
  expect(ran.code).toBe(0)
  return endpoint.requests[1]?.body.messages.at(-1)?.content ?? ''
}

describe('the bash tool in dsh run', () => {
  it('is refused unless --allow-bash, and works in the folder of the session then', async () => {
    const cwd = temporaryTree({ '.git': { dir: true }, 'a.txt': '' })
    const command = 'ls; touch made'
    for (const args of [[], ['--allow-read']]) {
      expect(await resultOf(command, ['--cwd', cwd, ...args])).toContain('it was not allowed')
    }
    expect(existsSync(join(cwd, 'made'))).toBe(false)
    expect(await resultOf(command, ['--cwd', cwd, '--allow-bash'])).toBe(
      '<command_output>\na.txt\n</command_output>\n[Exit code 0.]',
    )
    expect(existsSync(join(cwd, 'made'))).toBe(true)
  })

  it('gets no key: neither the agent’s own nor the one that config.yaml names [D6]', async () => {
    const endpoint = await startEndpoint([bash('env; echo "$DSH_HOME"'), 'done'])
    const home = temporaryTree({
      'config.yaml': `model: m\nendpoint: { baseUrl: "${endpoint.url}", apiKeyEnv: TEA_KEY }\n`,
    })
    const env = { DSH_HOME: home, TEA_KEY: 'canary-1', DEEPSEEK_API_KEY: 'canary-2' }
    expect((await dsh(['run', '--cwd', temporaryFolder(), '--allow-bash', 'go'], { env })).code).toBe(0)
    const content = endpoint.requests[1]?.body.messages.at(-1)?.content
    expect(content).toContain(home)
    expect(content).not.toContain('canary')
    expect(endpoint.requests[0]?.headers['authorization']).toBe('Bearer canary-1')
  })

  it('tells the user what a command left running, when it happens and when dsh ends [G49]', async () => {
    const cwd = temporaryFolder()
    const endpoint = await startEndpoint([bash('sleep 999 & echo $! > pid; sleep 0.2; echo 100%s'), 'done'])
    const env = { DSH_API_KEY: 'k', DSH_MODEL: 'm', DSH_BASE_URL: endpoint.url }
    const { code, stderr } = await dsh(['run', '--cwd', cwd, '--allow-bash', 'go'], { env })
    const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'))
    const named = `${pid} (sleep 999). To end it: kill -- ${pid}\n`
    expect(isRunning(pid)).toBe(true)
    process.kill(pid)
    expect(code).toBe(0)
    expect(stderr).toContain(`echo 100%s" is over, but left running: ${named}`)
    expect(stderr).toContain(`warn: Still running, started by commands of this session: ${named}`)
  })

  it('is ended with all that it started when Ctrl-C is pressed', async () => {
    const cwd = temporaryFolder()
    const endpoint = await startEndpoint([bash('sleep 1000 & echo $$ $! > pids; mv pids ready; wait'), 'done'])
    const env = {
      DSH_API_KEY: 'k',
      DSH_MODEL: 'm',
      DSH_BASE_URL: endpoint.url,
      HOME: temporaryFolder(),
      PATH: process.env['PATH'],
    }
    const ended = new Promise<unknown>((resolve) => {
      const args = [dshPath, 'run', '--cwd', cwd, '--allow-bash', 'go']
      const child = execFile(nodeBinaries[24], args, { env }, (error) => resolve(error?.code))
      void (async () => {
        while (!existsSync(join(cwd, 'ready'))) await setTimeout(10)
        child.kill('SIGINT')
      })()
    })
    expect(await ended).toBe(130)
    const pids = readFileSync(join(cwd, 'ready'), 'utf8').trim().split(' ').map(Number)
    expect(pids).toHaveLength(2)
    await untilGone(pids)
    expect(pids.some(isRunning)).toBe(false)
  })
})
