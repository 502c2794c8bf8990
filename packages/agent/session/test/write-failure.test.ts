import { join } from 'node:path'
import { itNeeding, runNode, temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { FileSessionStore } from '../src/index.ts'
import { writeWhole } from '../src/write-whole.ts'

const child = join(import.meta.dirname, 'children/append-events.ts')

function messagesIn(folder: string): readonly string[] {
  const log = new FileSessionStore(folder).open('one')
  log.close()
  expect(log.cutBytes).toBe(0)
  return log.events
    .slice(1)
    .map((event) => (event.type === 'notice' ? (event.message.split(' ')[0] ?? '') : event.type))
}

it('goes on where the system took a part of the bytes only', () => {
  const written: number[] = []
  writeWhole(new Uint8Array([1, 2, 3, 4, 5, 6, 7]), (bytes, offset) => {
    const part = bytes.subarray(offset, offset + 3)
    written.push(...part)
    return part.length
  })
  expect(written).toEqual([1, 2, 3, 4, 5, 6, 7])
})

it('says that the log cannot grow, keeps what was acknowledged and leaves no half line [D1]', async () => {
  const folder = temporaryFolder()
  // The limit lies within a line: the system takes a part of it, and then refuses.
  const wrapper = ['bash', '-c', 'ulimit -f 1; exec "$0" "$@"']
  const { stdout, code } = await runNode({ args: [child, folder, 'one', '8'], wrapper })
  const lines = stdout.trim().split('\n')
  const acknowledged = lines.filter((line) => line.startsWith('ok '))
  expect(code).toBe(0)
  expect(lines.at(-1)).toBe('end')
  expect(acknowledged).toEqual(['ok 1', 'ok 2', 'ok 3', 'ok 4'])
  expect(lines[4]).toBe(
    `SessionError: The session log ${join(folder, 'one.jsonl')} could not be written: a file may not grow that large here (EFBIG). Raise the limit (\`ulimit -f\`), or start a new session.`,
  )
  expect(messagesIn(folder)).toEqual(['0', '1', '2', '3'])
})

itNeeding(['strace'], 'goes on after a disk that was full for one write [D1]', async () => {
  const folder = temporaryFolder()
  const wrapper = [
    'strace',
    '-f',
    '-qq',
    '-o',
    '/dev/null',
    '-P',
    join(folder, 'one.jsonl'),
    '-e',
    'inject=write:error=ENOSPC:when=3',
  ]
  const { stdout } = await runNode({ args: [child, folder, 'one', '4'], wrapper })
  expect(stdout).toMatch(/^ok 1\nSessionError: .*ENOSPC.*\nok 2\nok 3\nend\n$/)
  expect(messagesIn(folder)).toEqual(['0', '2', '3'])
})
