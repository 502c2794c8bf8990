import { join } from 'node:path'
import { skillText, temporaryFolder, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { dsh } from './dsh.ts'

describe('dsh skills', () => {
  it('lists what is there, what is hidden, shadowed and broken', async () => {
    const home = temporaryTree({ 'skills/tea.md': skillText('tea', 'Another tea.') })
    const root = temporaryTree({
      '.git': { dir: true },
      '.dsh/skills/tea/SKILL.md': skillText('tea', 'Brews tea.'),
      '.dsh/skills/secret.md': '---\nname: secret\ndescription: Hush.\ndisable-model-invocation: true\n---\nx',
      '.dsh/skills/broken/SKILL.md': '# no header',
      '.dsh/skills/loose/SKILL.md': '---\nname: loose\ndescription: Drafts notes: features, fixes\n---\nx',
    })
    const { code, stdout, stderr } = await dsh(['skills', 'list', '--cwd', root], { env: { DSH_HOME: home } })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`3 skills in project ${root}`)
    expect(stdout).toContain('  tea    project-dsh  Brews tea.')
    expect(stdout).toContain('  loose  project-dsh  Drafts notes: features, fixes')
    expect(stdout).toContain('hidden from the model, started by the user:\n  secret  project-dsh  Hush.')
    expect(stdout).toContain('shadowed by a namesake: tea')
    expect(stdout).toMatch(/error: \S+broken\/SKILL\.md:1/)
    expect(stdout).toMatch(/warning: \S+loose\/SKILL\.md:3/)
  })

  it('lists as JSON all that the registry knows', async () => {
    const root = temporaryTree({ '.git': { dir: true }, '.dsh/skills/tea.md': skillText('tea') })
    const { stdout } = await dsh(['skills', 'list', '--json', '--cwd', join(root)])
    expect(JSON.parse(stdout)).toMatchObject({
      cwd: root,
      project: { root, foundBy: 'git' },
      winners: [{ name: 'tea', source: 'project-dsh', rank: 100 }],
      shadowed: [],
      problems: [],
      complete: true,
    })
  })

  it('shows word for word what the model would get', async () => {
    const root = temporaryTree({
      '.git': { dir: true },
      '.dsh/skills/tea/SKILL.md': skillText('tea', 'Brews tea.', 'Boil 水.'),
    })
    const { code, stdout } = await dsh(['skills', 'show', 'tea', '--cwd', root])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^<skill_content name="tea">\n/)
    expect(stdout).toContain('<skill_instructions>\nBoil 水.\n</skill_instructions>')
    const json: unknown = JSON.parse((await dsh(['skills', 'show', 'tea', '--json', '--cwd', root])).stdout)
    expect(json).toMatchObject({ name: 'tea', content: 'Boil 水.', rendered: stdout.trimEnd() })
  })

  it.each([
    ['Tea', 2, 'not a skill name: Tea'],
    ['../x', 2, 'not a skill name: ../x'],
    ['te', 1, 'there is no skill te; did you mean tea?'],
    ['nothing-like-it', 1, 'there is no skill nothing-like-it; dsh skills list shows what there is'],
    ['broken', 1, 'the skill broken does not load:'],
  ])('show %s exits with an error that says what to do', async (name, code, message) => {
    const root = temporaryTree({ '.dsh/skills/tea.md': skillText('tea'), '.dsh/skills/broken/SKILL.md': 'x' })
    const result = await dsh(['skills', 'show', name, '--cwd', root])
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code, stdout: '' })
    expect(result.stderr).toContain(`dsh: ${message}`)
  })

  it('prints the catalog and its size; without skills it says that none is sent', async () => {
    const root = temporaryTree({ '.dsh/skills/tea.md': skillText('tea', 'Brews <tea>.') })
    const { stdout, stderr } = await dsh(['skills', 'catalog', '--cwd', root])
    expect(stdout).toContain('- `tea`: Brews &lt;tea&gt;.')
    expect(stderr).toMatch(/^1 skills?, about \d+ tokens\n$/)
    const json: unknown = JSON.parse((await dsh(['skills', 'catalog', '--json', '--cwd', root])).stdout)
    expect(json).toMatchObject({ text: stdout.trimEnd(), skills: 1 })
    const none = await dsh(['skills', 'catalog', '--cwd', temporaryFolder()])
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: 'no skills, so no catalog is sent\n' })
  })

  it('answers the same in a folder that is reached by a link', async () => {
    const root = temporaryTree({
      'real/.git': { dir: true },
      'real/.dsh/skills/tea.md': skillText('tea'),
      way: { link: 'real' },
    })
    const { stdout } = await dsh(['skills', 'list'], { cwd: join(root, 'way') })
    expect(stdout).toContain('1 skill in project')
  })
})
