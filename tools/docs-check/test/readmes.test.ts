import { join } from 'node:path'
import { repositoryRoot } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readPackages } from '../../house/packages.ts'
import { readDocument } from '../documents.ts'
import { faultsOfReadme, sectionOf } from '../readme.ts'
import { settingsOf, settingsShown } from '../settings.ts'

const IMPORT = /from '((?:@[^/']+\/)?[^./'][^/']*)/g

describe.each(readPackages(repositoryRoot))('the page of $name', ({ name, folder, isPrivate, manifestText }) => {
  const page = () => readDocument(repositoryRoot, join('packages', folder, 'README.md'))

  it('has the form that all of them have', () => expect(faultsOfReadme(page().text, name)).toEqual([]))

  if (!isPrivate)
    it('installs all that its examples import', () => {
      const { blocks } = page()
      const installed = /^npm install (.+)/.exec(blocks[0]?.text ?? '')?.[1]?.split(' ') ?? []
      const examples = blocks.filter(({ language }) => language === 'ts').map(({ text }) => text)
      const imported = examples.flatMap((text) => Array.from(text.matchAll(IMPORT), ([, from = '']) => from))
      expect(installed).toContain(name)
      const isThere = (from: string): boolean =>
        from.startsWith('node:') || from === 'vitest' || installed.includes(from)
      expect(imported.filter((from) => !isThere(from))).toEqual([])
    })

  it('shows the settings that the plugin takes, with their defaults', async () => {
    const { Config }: { readonly Config?: unknown } = manifestText.includes('"exports"') ? await import(name) : {}
    const shown = settingsShown(sectionOf(page().text, 'Settings'))
    expect(shown).toEqual(Config instanceof z.ZodType ? settingsOf(Config) : shown)
  })
})
