import { chmodSync, mkdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { LocalFileService, type HeadAnswer, type HeadOptions } from '@deepseek-ai/dsh-fs'
import type { SkillCandidate } from '@deepseek-ai/dsh-skill'
import { skillText } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { readSkill } from '../src/read-skill.ts'
import { filesOfService } from '../src/service-files.ts'
import { candidateNamed, makeWorld } from './world.ts'

const file = 'home/.dsh/skills/x/SKILL.md'
const tree = { [file]: skillText('x', 'Before.', 'Before.') }

describe('get', () => {
  it('gives the whole skill, as it is now [C11]', async () => {
    const world = makeWorld(tree)
    const candidate = candidateNamed(await world.list(), 'x')
    const common = {
      name: 'x',
      source: 'user-dsh',
      provider: 'local',
      path: world.at(file),
      resourceBase: { kind: 'directory', path: world.at('home/.dsh/skills/x') },
    }
    expect(await world.provider.get(candidate, {})).toEqual({ ...common, description: 'Before.', content: 'Before.' })
    writeFileSync(world.at(file), skillText('x', 'Before.', 'Other body.'))
    expect(await world.provider.get(candidate, {})).toEqual({
      ...common,
      description: 'Before.',
      content: 'Other body.',
    })
    writeFileSync(
      world.at(file),
      '---\nname: x\ndescription: After.\nwhenToUse: Now.\ndisableModelInvocation: true\nmetadata: { a: 1 }\n---\nAfter.',
    )
    expect(await world.provider.get(candidate, {})).toEqual({
      ...common,
      description: 'After.',
      content: 'After.',
      whenToUse: 'Now.',
      disableModelInvocation: true,
      metadata: { a: 1 },
    })
  })

  it('tells the name that the file has now, so that a renamed skill is not taken for the old one [C11]', async () => {
    const world = makeWorld(tree)
    const candidate = candidateNamed(await world.list(), 'x')
    writeFileSync(world.at(file), skillText('y'))
    expect(await world.provider.get(candidate, {})).toMatchObject({ name: 'y' })
  })

  it('gives undefined when the file is gone, in whatever way', async () => {
    const world = makeWorld({
      ...tree,
      'home/.dsh/skills/linked/SKILL.md': { link: '../../../real.md' },
      'home/real.md': skillText('linked'),
    })
    const found = await world.list()
    const x = candidateNamed(found, 'x')
    unlinkSync(world.at(file))
    expect(await world.provider.get(x, {})).toBeUndefined()
    rmSync(world.at('home/.dsh/skills/x'), { recursive: true })
    expect(await world.provider.get(x, {})).toBeUndefined()
    writeFileSync(world.at('home/.dsh/skills/x'), '')
    expect(await world.provider.get(x, {})).toBeUndefined()
    unlinkSync(world.at('home/real.md'))
    expect(await world.provider.get(candidateNamed(found, 'linked'), {})).toBeUndefined()
  })

  it.each([
    [
      'a header that does not parse',
      '---\nname: x\ndescription: [a\n---\n',
      /SKILL\.md" has a fault, so the skill does not load: line 3: This \[ is not closed .*\. Close it .*\. It loads again when that is mended\.$/,
    ],
    ['no header', 'Text.', /so the skill does not load: /],
    ['no name', '---\ndescription: D.\n---\n', /so the skill does not load: .*name/],
    ['bytes that are no text', Buffer.from([0xff, 0xfe]), /so the skill does not load: .*byte 0/],
    [
      'a bad byte in the body',
      Buffer.concat([Buffer.from(skillText('x')), Buffer.from([0xff])]),
      /so the skill does not load: .*byte \d\d/,
    ],
    ['NUL in the body', `${skillText('x')}\0`, /so the skill does not load: .*NUL|binary/i],
  ])('rejects with the reason when the file now has %s', async (_, content, message) => {
    const world = makeWorld(tree)
    const candidate = candidateNamed(await world.list(), 'x')
    writeFileSync(world.at(file), content)
    await expect(world.provider.get(candidate, {})).rejects.toThrow(message)
  })

  it('rejects with the reason when the file is no file any more, or cannot be read now', async () => {
    const world = makeWorld(tree)
    const candidate = candidateNamed(await world.list(), 'x')
    unlinkSync(world.at(file))
    mkdirSync(world.at(file))
    await expect(world.provider.get(candidate, {})).rejects.toThrow(/SKILL\.md": It is not a regular file\.$/)
    const broken = makeWorld(tree, { fileService: new BrokenFiles() })
    const other = candidateNamed(await broken.list(), 'x')
    await expect(broken.provider.get(other, {})).rejects.toThrow('It could not be read now: EIO: i/o error')
  })

  it('quotes a hostile path so that nothing in it reaches a terminal', async () => {
    const folder = 'home/.dsh/skills/\u009b2J\nx'
    const world = makeWorld({ [`${folder}/SKILL.md`]: skillText('x') })
    const candidate = candidateNamed(await world.list(), 'x')
    chmodSync(world.at(`${folder}/SKILL.md`), 0)
    writeFileSync(world.at(`${folder}/SKILL.md`), 'Text.')
    const error = await world.provider.get(candidate, {}).catch((reason: unknown) => reason)
    expect(String(error)).not.toMatch(/[\p{Cc}]/u)
  })

  it('takes only candidates of its own', async () => {
    const { provider } = makeWorld(tree)
    const candidate: SkillCandidate = {
      name: 'x',
      description: '',
      source: '',
      provider: 'local',
      rank: 1,
      locator: '/etc/passwd',
    }
    await expect(provider.get(candidate, {})).rejects.toThrow(TypeError)
  })
})

describe('readSkill', () => {
  it('gives the parser’s verdict on a whole file, or the problem that hides it', async () => {
    const world = makeWorld({ ...tree, 'home/bad.md': '---\nname: x\n---\n', 'home/folder': { dir: true } })
    const files = filesOfService(new LocalFileService(), { checksEveryLink: false })
    const read = (path: string) => readSkill(files, world.at(path), { tolerance: 'strict' })
    expect(await read(file)).toMatchObject({ kind: 'parsed', result: { kind: 'skill', content: 'Before.' } })
    expect(await read('home/bad.md')).toMatchObject({ kind: 'parsed', result: { kind: 'refused', name: 'x' } })
    expect(await read('home/folder')).toMatchObject({
      kind: 'failed',
      isGone: false,
      problem: { code: 'not-regular-file' },
    })
    expect(await read('home/none')).toMatchObject({ kind: 'failed', isGone: true, error: { code: 'ENOENT' } })
  })
})

/** Lists well, and cannot read a whole file. */
class BrokenFiles extends LocalFileService {
  override async readHeads(paths: readonly string[], options: HeadOptions): Promise<readonly HeadAnswer[]> {
    if (options.maxBytes < 100_000) return super.readHeads(paths, options)
    return paths.map(() => Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }))
  }
}
