import { skillText } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { candidateNamed, makeWorld, problemLines, ranked } from './world.ts'

const P = 'R/.dsh/skills'
const git = { 'R/.git': { dir: true } } as const
const good = { [`${P}/good/SKILL.md`]: skillText('good', 'A good skill.') }

describe('a candidate', () => {
  it('carries what the header says, and where the skill lies', async () => {
    const world = makeWorld({
      ...git,
      [`${P}/lint/SKILL.md`]: [
        '---',
        'name: lint',
        'description: Lints.',
        'when_to_use: Before a commit.',
        'disable-model-invocation: true',
        'metadata: { team: { name: core } }',
        '---',
        'Do it.',
      ].join('\n'),
    })
    const [candidate, ...others] = (await world.list('R')).candidates
    expect(others).toEqual([])
    expect(candidate).toEqual({
      name: 'lint',
      description: 'Lints.',
      whenToUse: 'Before a commit.',
      disableModelInvocation: true,
      metadata: { team: { name: 'core' } },
      source: 'project-dsh',
      rank: 100,
      provider: 'local',
      path: world.at(`${P}/lint/SKILL.md`),
      resourceBase: { kind: 'directory', path: world.at(`${P}/lint`) },
      locator: expect.anything(),
    })
  })

  it('has the folder that a flat file lies in as its base, whatever is in its path [F64]', async () => {
    const folder = 'a b [c] #d'
    const world = makeWorld(
      { [`${folder}/tip.md`]: skillText('tip'), [`${folder}/pdf/SKILL.md`]: skillText('pdf') },
      { customSkillDirs: [folder] },
    )
    const found = await world.list()
    expect(candidateNamed(found, 'tip').resourceBase).toEqual({ kind: 'directory', path: world.at(folder) })
    expect(candidateNamed(found, 'pdf').resourceBase).toEqual({ kind: 'directory', path: world.at(`${folder}/pdf`) })
  })

  it('is called as its header says; another folder name is a note, no more [F22]', async () => {
    const world = makeWorld({ 'home/.agents/skills/acme.babysit/SKILL.md': skillText('babysit') })
    const found = await world.list()
    expect(ranked(found)).toEqual(['babysit@500'])
    expect(problemLines(world, found.problems)).toEqual([
      'note name-not-folder babysit home/.agents/skills/acme.babysit/SKILL.md',
    ])
  })
})

describe('one root', () => {
  it('is read one level deep, folders before flat files, each in code-unit order, and namesakes that lose last [F38]', async () => {
    const world = makeWorld({
      ...git,
      ...good,
      [`${P}/b.md`]: skillText('flat-b'),
      [`${P}/Z/SKILL.md`]: skillText('upper-z'),
      [`${P}/a/SKILL.md`]: skillText('a'),
      [`${P}/a.md`]: skillText('a', 'The flat one.'),
      [`${P}/\u{1F600}/SKILL.md`]: skillText('astral'),
      [`${P}/\uFF21/SKILL.md`]: skillText('wide'),
      [`${P}/common/goodbye/SKILL.md`]: skillText('goodbye'),
      [`${P}/common/hello/SKILL.md`]: skillText('hello'),
      [`${P}/claude.ai/deploy/SKILL.md`]: skillText('deploy'),
    })
    const found = await world.list('R')
    expect(found.candidates.map(({ name }) => name)).toEqual(['upper-z', 'a', 'good', 'astral', 'wide', 'flat-b', 'a'])
    expect(found.complete).toBe(true)
  })

  it('takes dot-folders like any other, but .system in the user’s DSH root [F86]', async () => {
    const world = makeWorld({
      ...git,
      'home/.dsh/skills/.system/SKILL.md': skillText('first'),
      [`${P}/.system/SKILL.md`]: skillText('second'),
      'home/.agents/skills/.system/SKILL.md': skillText('third'),
    })
    expect(ranked(await world.list('R'))).toEqual(['second@100', 'third@500'])
  })

  it('takes no notice of ignore files [F43]', async () => {
    const world = makeWorld({
      ...git,
      'R/.gitignore': '.dsh/\n',
      [`${P}/a/SKILL.md`]: skillText('a'),
      [`${P}/a/.gitignore`]: '*\n',
      'home/.agents/skills/.gitignore': '/demo\n',
      'home/.agents/skills/demo/SKILL.md': skillText('demo'),
    })
    expect(ranked(await world.list('R'))).toEqual(['a@100', 'demo@500'])
  })

  it('passes over flat files without a header in silence, and reports those with a bad one [F26]', async () => {
    const world = makeWorld({
      ...git,
      [`${P}/README.md`]: '# Skills\n\nThese are ours.\n',
      [`${P}/CHANGELOG.md`]: '# 1.0\n\n---\n\n# 0.9\n\n---\n',
      [`${P}/LICENSE.md`]: 'MIT',
      [`${P}/empty.md`]: '',
      [`${P}/notes.txt`]: skillText('text'),
      [`${P}/.md`]: skillText('nameless'),
      [`${P}/notes.md`]: '---\nname: notes\n---\nNotes.',
      [`${P}/lint.md`]: skillText('lint'),
    })
    const found = await world.list('R')
    expect(ranked(found)).toEqual(['lint@100'])
    expect(problemLines(world, found.problems)).toEqual([`error description-missing notes ${P}/notes.md`])
  })

  it('reports a SKILL.md without a header, in a folder or not [F26] [F19]', async () => {
    const world = makeWorld({ 'home/.dsh/skills/foo/SKILL.md': '# Foo\n', 'home/.dsh/skills/SKILL.md': 'Text.' })
    const found = await world.list()
    expect(ranked(found)).toEqual([])
    expect(problemLines(world, found.problems)).toEqual([
      'error header-missing foo home/.dsh/skills/foo/SKILL.md',
      'error header-missing SKILL home/.dsh/skills/SKILL.md',
    ])
  })

  it('names a broken skill as it declares itself, else as its folder', async () => {
    const world = makeWorld({
      ...git,
      ...good,
      [`${P}/one/SKILL.md`]: '---\nname: declared\n---\n',
      [`${P}/two/SKILL.md`]: '---\ndescription: No name.\n---\n',
    })
    const found = await world.list('R')
    expect(ranked(found)).toEqual(['good@100'])
    expect(problemLines(world, found.problems)).toEqual([
      `error description-missing declared ${P}/one/SKILL.md`,
      `error name-missing two ${P}/two/SKILL.md`,
    ])
  })

  it('reads headers as its tolerance says', async () => {
    const tree = {
      ...git,
      [`${P}/x/SKILL.md`]: '---\nname: x\ndescription: Drafts notes: features, fixes\n---\nWrite.',
    }
    const strict = makeWorld(tree)
    expect((await strict.list('R')).candidates).toEqual([])
    const repairing = makeWorld(tree, { tolerance: 'repair' })
    const found = await repairing.list('R')
    expect(candidateNamed(found, 'x').description).toBe('Drafts notes: features, fixes')
    expect(await repairing.provider.get(candidateNamed(found, 'x'), {})).toMatchObject({ content: 'Write.' })
  })

  it('opens exactly SKILL.md, and nothing that is spelled in other letters [F44] [A13]', async () => {
    const world = makeWorld({
      ...git,
      [`${P}/low/skill.md`]: skillText('low'),
      [`${P}/mixed/Skill.md`]: skillText('mixed'),
      [`${P}/both/SKILL.md`]: skillText('both', 'The right one.'),
      [`${P}/both/skill.md`]: skillText('both', 'The wrong one.'),
    })
    const found = await world.list('R')
    expect(found.candidates.map(({ description }) => description)).toEqual(['The right one.'])
    expect(found.problems).toEqual([])
  })
})

describe('the bytes of a file', () => {
  it('that is no UTF-8 cost that skill only, and the problem says which byte [A7] [F14]', async () => {
    const header = Buffer.from('---\nname: x\ndescription: ')
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00])
    const world = makeWorld({
      ...git,
      ...good,
      [`${P}/legacy/SKILL.md`]: Buffer.concat([header, Buffer.from([0xb2, 0xe2, 0xca, 0xd4]), Buffer.from('\n---\n')]),
      [`${P}/latin/SKILL.md`]: Buffer.concat([header, Buffer.from([0xe9]), Buffer.from('\n---\n')]),
      [`${P}/lone/SKILL.md`]: Buffer.concat([header, Buffer.from([0xff]), Buffer.from('\n---\n')]),
      [`${P}/u16/SKILL.md`]: Buffer.from(`\uFEFF${skillText('u16')}`, 'utf16le'),
      [`${P}/bin/SKILL.md`]: png,
    })
    const found = await world.list('R')
    expect(ranked(found)).toEqual(['good@100'])
    const messages = found.problems?.map(({ code, skill, message }) => [code, skill, /byte (\d+)/.exec(message)?.[1]])
    expect(messages).toEqual([
      ['file-not-utf8', 'bin', '0'],
      ['file-not-utf8', 'latin', '25'],
      ['file-not-utf8', 'legacy', '25'],
      ['file-not-utf8', 'lone', '25'],
      ['file-not-utf8', 'u16', '0'],
    ])
  })

  it('may hold a byte-order mark and any line ends; NUL makes them binary [A8]', async () => {
    const world = makeWorld({
      ...git,
      [`${P}/bom/SKILL.md`]: `\uFEFF${skillText('bom')}`,
      [`${P}/crlf/SKILL.md`]: skillText('crlf').replaceAll('\n', '\r\n'),
      [`${P}/bare-cr/SKILL.md`]: skillText('bare-cr').replaceAll('\n', '\r'),
      [`${P}/no-end/SKILL.md`]: '---\nname: no-end\ndescription: Ends at once.\n---',
      [`${P}/nul/SKILL.md`]: '---\nname: nul\ndescription: a\0b\n---\n',
    })
    const found = await world.list('R')
    expect(ranked(found)).toEqual(['bare-cr@100', 'bom@100', 'crlf@100', 'no-end@100'])
    expect(problemLines(world, found.problems)).toEqual([`error file-binary nul ${P}/nul/SKILL.md`])
  })

  it('are read until the header ends, at the first 4 KiB, beyond, and not past 16 KiB', async () => {
    const padded = (bytes: number): string => {
      const empty = '---\nname: x\ndescription: D.\nnote: \n---\n'
      return empty.replace('note: ', `note: ${'n'.repeat(bytes - empty.length)}`)
    }
    for (const size of [4095, 4096, 4097, 16_383, 16_384]) {
      const world = makeWorld({ ...git, [`${P}/x/SKILL.md`]: `${padded(size)}Body of ${size}.` })
      const found = await world.list('R')
      expect(ranked(found)).toEqual(['x@100'])
      expect(await world.provider.get(candidateNamed(found, 'x'), {})).toMatchObject({ content: `Body of ${size}.` })
    }
    const world = makeWorld({ ...git, [`${P}/x/SKILL.md`]: `${padded(16_385)}Body.` })
    expect(problemLines(world, (await world.list('R')).problems)).toEqual([`error header-too-large x ${P}/x/SKILL.md`])
  })

  it('are a body to the last dash once the header has ended [F10]', async () => {
    const body = 'a\n\n---\n\nb\n\n---\nname: no\n---\n\n```yaml\n---\nk: v\n---\n```\n\n---\n\nend'
    const world = makeWorld({
      ...git,
      [`${P}/a/SKILL.md`]: skillText('a', 'Rules.', body),
      [`${P}/b/SKILL.md`]: '# Title\n\n---\nname: b\ndescription: Between rules.\n---\n',
    })
    const found = await world.list('R')
    expect(ranked(found)).toEqual(['a@100'])
    expect(await world.provider.get(candidateNamed(found, 'a'), {})).toMatchObject({ content: body })
    expect(found.problems?.map(({ skill, severity }) => [skill, severity])).toEqual([['b', 'error']])
  })
})
