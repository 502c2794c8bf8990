import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Draft } from '../src/input/draft.ts'

/** A draft into which `steps` were put one after another; text is typed unless it is in a list. */
function draftOf(...steps: readonly (string | readonly [string])[]): Draft {
  const draft = new Draft()
  let text = ''
  for (const step of steps) {
    if (typeof step === 'string') {
      for (const key of step) draft.follow((text += key))
    } else {
      const offset = text.length
      draft.paste((text += step[0]), offset)
    }
  }
  return draft
}

describe('draft', () => {
  it.each([
    [['/skill:good do it'], true],
    [['  /help'], true],
    [['/'], true],
    [['hello /skill:x'], false],
    [[['/skill:good do it']], false],
    [['/', ['skill:good']], false],
    [['/skil', ['l:x']], false],
    [['/skill:', ['good do it']], true],
    [['/skill:good ', ['/skill:x']], true],
    [['/ex', ['it']], false],
    [[['  '], '/help'], true],
    [[], false],
  ] as const)('%j: command %j [C10]', (steps, isCommand) => {
    expect(draftOf(...steps).isCommand).toBe(isCommand)
  })

  it('places a paste exactly, also between equal characters [C10]', () => {
    const draft = draftOf('/skill:a')
    draft.paste('/skill:b /skill:a', 0)
    expect(draft.isCommand).toBe(false)
  })

  it('knows a pasted text that was removed and put back [C10]', () => {
    const draft = draftOf(['/skill:x now'])
    draft.follow('')
    draft.follow('/skill:x now')
    expect(draft.isCommand).toBe(false)
    const typed = draftOf('/skill:x now')
    typed.follow('')
    typed.follow('/skill:x now')
    expect(typed.isCommand).toBe(true)
  })

  it('keeps one mark for each unit of the text, whatever is typed, pasted and removed', () => {
    const step = fc.record({
      kind: fc.constantFrom('type', 'paste', 'cut'),
      text: fc.string(),
      at: fc.nat(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const draft = new Draft()
        let text = ''
        for (const { kind, text: piece, at } of steps) {
          const offset = at % (text.length + 1)
          if (kind === 'cut') draft.follow((text = text.slice(0, offset) + text.slice(offset + piece.length)))
          else if (kind === 'type') draft.follow((text = text.slice(0, offset) + piece + text.slice(offset)))
          else draft.paste((text = text.slice(0, offset) + piece + text.slice(offset)), offset)
          expect(draft.allMarks).toHaveLength(text.length)
          expect(draft.allMarks).toMatch(/^[tp]*$/)
        }
      }),
      { numRuns: 100 },
    )
  })
})
