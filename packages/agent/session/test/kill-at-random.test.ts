import { readdirSync, rmSync } from 'node:fs'
import { runNode, temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { checkDeadLog } from './kill/check-dead-log.ts'
import { labelled } from './kill/labelled.ts'
import { momentOf } from './kill/moments.ts'
import { writeUntilKilled, writerPath } from './kill/writer.ts'

// `npm run soak` sets both.
const seed = Number(process.env['SOAK_SEED'] ?? 1)
const count = Number(process.env['SOAK_COUNT'] ?? 200)

/** A session is gone on with by so many processes, each of which is killed. */
const LIVES = 4

/** Kills processes on one session, one after another, from run number `first` on. */
async function killOnOneSession(first: number, codeFolder: string): Promise<void> {
  const folder = temporaryFolder()
  let id = 'first'
  let before: Buffer = Buffer.alloc(0)
  for (let run = first; run < Math.min(first + LIVES, count); run += 1) {
    const moment = momentOf(seed, run)
    before = await labelled(`seed ${seed}, run ${run}, ${JSON.stringify(moment)}`, async () => {
      const told = await writeUntilKilled(moment, { folder, id, codeFolder })
      return checkDeadLog({ folder, id, told, before })
    })
    // Killed before its first event: the next one begins another session.
    if (before.length === 0) id = `after-${run}`
  }
  rmSync(folder, { recursive: true }) // A long series would fill the disk.
}

it(
  `keeps every acknowledged event of processes that are killed at ${count} random moments [D2] [D4]`,
  async () => {
    const codeFolder = temporaryFolder()
    const env = { NODE_COMPILE_CACHE: codeFolder }
    await runNode({ args: [writerPath, temporaryFolder(), 'whole', '3'], env })
    expect(readdirSync(codeFolder)).not.toEqual([])
    const starts = Array.from({ length: Math.ceil(count / LIVES) }, (_, index) => index * LIVES)
    const work = async (): Promise<void> => {
      for (let first = starts.shift(); first !== undefined; first = starts.shift()) {
        await killOnOneSession(first, codeFolder)
      }
    }
    await Promise.all([work(), work(), work()])
  },
  60_000 + count * 2_000,
)
