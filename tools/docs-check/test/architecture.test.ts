import { repositoryRoot } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { readPackages } from '../../house/packages.ts'
import { type Row, TABLE } from '../../house/table.ts'
import { readDocument } from '../documents.ts'

const ROW = /^\| \[packages\/([^\]]+)\]\([^)]+\) \| ([^|]+) \| ([^|]+) \|$/gm

const Manifest = z.object({ description: z.string() })

function describeImports({ mayImport, pure }: Row): string {
  if (typeof mayImport === 'string') return mayImport
  return [...mayImport, ...(pure ?? []).map((name) => `\`${name}\` alone`)].join(', ') || '–'
}

it('ARCHITECTURE.md has the packages that there are, in the order of the table, with their jobs and what they may import', () => {
  const { text } = readDocument(repositoryRoot, 'ARCHITECTURE.md')
  const shown = Array.from(text.matchAll(ROW), ([, folder = '', job = '', imports = '']) => ({ folder, job, imports }))
  const packages = new Map(readPackages(repositoryRoot).map((item) => [item.folder, item.manifestText]))
  const expected = TABLE.flatMap((row) => {
    const manifest = packages.get(row.folder)
    if (manifest === undefined) return []
    const { description } = Manifest.parse(JSON.parse(manifest))
    return [{ folder: row.folder, job: description, imports: describeImports(row) }]
  })
  expect(shown).toEqual(expected)
})
