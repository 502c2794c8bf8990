import { readdirSync } from 'node:fs'
import { LocalFileService, type FileService } from '@deepseek-ai/dsh-fs'
import { skillText } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { linkingService, plainService } from './foreign-files.ts'
import { candidateNamed, makeWorld } from './world.ts'

const tree = {
  'R/.git': { dir: true },
  'R/.dsh/skills/a/SKILL.md': skillText('a'),
  'R/.dsh/skills/b': { link: '../../b' },
  'R/b/SKILL.md': skillText('b'),
  'R/.dsh/skills/long/SKILL.md': `---\nname: long\ndescription: ${'d'.repeat(9_000)}\n---\n`,
  'home/.dsh/skills/c.md': skillText('c'),
} as const

/** A service that calls `before` ahead of each of its calls. */
function interrupted(service: FileService, before: () => void): FileService {
  return new Proxy(service, {
    get: (target, property) => {
      const member: unknown = Reflect.get(target, property)
      if (typeof member !== 'function' || property === 'resolve') return member
      return (...args: readonly unknown[]): unknown => {
        before()
        return Reflect.apply(member, target, args)
      }
    },
  })
}

describe.each([
  ['the local file service', new LocalFileService()],
  ['a foreign one', plainService],
  ['a foreign one with links', linkingService],
])('an abort at any call of %s', (_, service) => {
  it('rejects with the reason, leaves nothing open, and the next call works [R10]', async () => {
    let onCall = (): void => {}
    const world = makeWorld(tree, { fileService: interrupted(service, () => onCall()), projectLinks: 'inside' })
    const complete = await world.list('R')
    const candidate = candidateNamed(complete, 'a')
    const descriptors = readdirSync('/proc/self/fd').length
    const operations = [
      (signal: AbortSignal) => world.provider.list({ cwd: world.at('R'), signal }),
      (signal: AbortSignal) => world.provider.get(candidate, { signal }),
    ]
    for (const operation of operations) {
      let aborted = 0
      for (let at = 1; ; at++) {
        const controller = new AbortController()
        const reason = new Error(`at call ${at}`)
        let count = 0
        onCall = () => {
          count += 1
          if (count === at) controller.abort(reason)
        }
        const outcome = await operation(controller.signal).catch((error: unknown) => error)
        onCall = () => {}
        if (count < at) break // The operation makes fewer calls.
        expect(outcome).toBe(reason)
        aborted += 1
      }
      expect(aborted).toBeGreaterThan(0)
    }
    expect((await world.list('R')).candidates).toEqual(complete.candidates)
    expect(readdirSync('/proc/self/fd').length).toBe(descriptors)
  })
})
