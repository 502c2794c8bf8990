import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { providerSuite, type ProviderHarness } from '@deepseek-ai/dsh-skill/testing'
import { describe, it } from 'vitest'
import { plainService } from './foreign-files.ts'
import { makeWorld } from './world.ts'

function harness(fileService: typeof plainService | undefined): ProviderHarness {
  return {
    open: (skills) => {
      const world = makeWorld(
        { 'R/.git': { dir: true }, 'R/.dsh/skills': { dir: true } },
        fileService && { fileService },
      )
      const folderOf = (name: string): string => world.at(`R/.dsh/skills/${name}`)
      const write = ({ name, description, content }: (typeof skills)[number]): void => {
        mkdirSync(folderOf(name), { recursive: true })
        const header = `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n`
        writeFileSync(join(folderOf(name), 'SKILL.md'), `${header}${content}\n`)
      }
      for (const skill of skills) write(skill)
      const remove = (name: string): void => rmSync(folderOf(name), { recursive: true })
      return { provider: world.provider, cwd: world.at('R'), write, remove }
    },
  }
}

describe('the local provider', () => {
  for (const { title, run } of providerSuite(harness(undefined))) it(title, run)
})

describe('the local provider over a foreign file service', () => {
  for (const { title, run } of providerSuite(harness(plainService))) it(title, run)
})
