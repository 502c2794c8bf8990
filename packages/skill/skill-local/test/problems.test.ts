import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FORMAT_PROBLEM_CODES } from '@deepseek-ai/dsh-skill-format'
import { describe, expect, it } from 'vitest'
import { LOCAL_PROBLEM_CODES } from '../src/problems.ts'

const folder = join(import.meta.dirname, '..')

function textOf(part: 'src' | 'test', except: string): string {
  const names = readdirSync(join(folder, part)).filter((name) => name.endsWith('.ts') && name !== except)
  return names.map((name) => readFileSync(join(folder, part, name), 'utf8')).join('\n')
}

describe('the codes of this package', () => {
  it('stand in alphabetical order, each once, and none is the parser’s', () => {
    expect(LOCAL_PROBLEM_CODES).toEqual([...new Set(LOCAL_PROBLEM_CODES)].toSorted())
    expect(LOCAL_PROBLEM_CODES.filter((code) => (FORMAT_PROBLEM_CODES as readonly string[]).includes(code))).toEqual([])
  })

  it.each(LOCAL_PROBLEM_CODES)('are used and tested: %s', (code) => {
    expect(textOf('src', 'problems.ts')).toContain(`'${code}'`)
    expect(textOf('test', 'problems.test.ts')).toMatch(new RegExp(`[' ]${code}[' ]`))
  })
})
