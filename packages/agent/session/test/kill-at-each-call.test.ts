import { appendFileSync, cpSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { itNeeding, runNode, temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { expect } from 'vitest'
import { FileSessionStore } from '../src/index.ts'
import { checkDeadLog } from './kill/check-dead-log.ts'
import { labelled } from './kill/labelled.ts'
import { killAtCall, type SystemCall, systemCalls, type Traced } from './kill/system-calls.ts'
import { toldEvents, writerPath } from './kill/writer.ts'
import { appendAll, countedSessions, fullTurn } from './sample.ts'

const ID = 'one'

interface Scene {
  /** Makes the folder of a store as the process finds it. */
  readonly prepare: () => string
  /** Files below it that the process uses, as far as their names are known. */
  readonly names: readonly string[]
  /** What is in the log beforehand. */
  readonly before: Buffer
}

function traced(folder: string, names: readonly string[], codeFolder: string): Traced {
  return {
    args: [writerPath, folder, ID, '1'],
    env: { NODE_COMPILE_CACHE: codeFolder },
    paths: names.map((name) => join(folder, name)),
  }
}

/** The names of some links are drawn at random, so these calls are looked at whatever they concern. */
const LINK_CALLS = ['symlink', 'rename']

/** Every call that the store makes. */
async function callsOf({ prepare, names }: Scene, codeFolder: string) {
  const named = await systemCalls(traced(prepare(), names, codeFolder), ['%file', '%desc'])
  const links = await systemCalls(traced(prepare(), [], codeFolder), LINK_CALLS)
  return [
    ...named.filter(({ name }) => !LINK_CALLS.includes(name)).map((call) => ({ call, names })),
    ...links.map((call) => ({ call, names: [] })),
  ]
}

/** Kills a process at each of its calls, two at a time; tells the names of the calls. */
async function killAtEach(scene: Scene): Promise<readonly string[]> {
  const codeFolder = temporaryFolder()
  await runNode(traced(temporaryFolder(), [], codeFolder))
  const calls = await callsOf(scene, codeFolder)
  const left = [...calls]
  const kill = async ({ call, names }: { call: SystemCall; names: readonly string[] }): Promise<void> => {
    const folder = scene.prepare()
    const { signal, stdout } = await killAtCall(traced(folder, names, codeFolder), call)
    expect({ signal, hasEnded: stdout.endsWith('end\n') }).toEqual({ signal: 'SIGKILL', hasEnded: false })
    checkDeadLog({ folder, id: ID, told: toldEvents(stdout), before: scene.before })
  }
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { name, when } = next.call
      await labelled(`${name} ${when}`, () => kill(next))
    }
  }
  await Promise.all([work(), work()])
  return calls.map(({ call }) => call.name)
}

const writes = (count: number): readonly string[] => Array<string>(count).fill('write')

itNeeding(
  ['strace'],
  'keeps every acknowledged event of a new session that is killed at each of its system calls [D2]',
  async () => {
    const names = await killAtEach({
      prepare: () => join(temporaryFolder(), 'sessions'),
      names: ['.', `${ID}.jsonl`, `${ID}.lock`],
      before: Buffer.alloc(0),
    })
    expect(names).toEqual(expect.arrayContaining(['mkdir', 'symlink', 'openat', 'close', 'readlink', 'unlink']))
    expect(names.filter((name) => name === 'write')).toEqual(writes(1 + fullTurn.length))
  },
  120_000,
)

itNeeding(
  ['strace'],
  'keeps every acknowledged event of a session that is taken over, and killed again at each system call [D2] [D4]',
  async () => {
    const dead = temporaryFolder()
    const session = countedSessions(new FileSessionStore(dead)).sessions.create({ cwd: '/work', id: ID })
    appendAll(session, fullTurn.slice(0, 5))
    session.close()
    await runNode({ args: [join(import.meta.dirname, 'children/resume-and-die.ts'), dead, ID] })
    const path = join(dead, `${ID}.jsonl`)
    const before = readFileSync(path)
    appendFileSync(path, '{"seq":6,"ty')
    const { nonce } = JSON.parse(readlinkSync(join(dead, `${ID}.lock`))) as { readonly nonce: string }
    const names = await killAtEach({
      prepare() {
        const folder = temporaryFolder()
        cpSync(dead, folder, { recursive: true, verbatimSymlinks: true })
        return folder
      },
      names: ['.', `${ID}.jsonl`, `${ID}.lock`, `${ID}.lock.${nonce}`],
      before,
    })
    expect(names).toEqual(expect.arrayContaining(['ftruncate', 'rename', 'read', 'unlink']))
    expect(names.filter((name) => name === 'symlink')).toHaveLength(3)
    // Resumed, a line cut off, two calls answered, the turn closed; then a turn.
    expect(names.filter((name) => name === 'write')).toEqual(writes(5 + fullTurn.length))
  },
  120_000,
)
