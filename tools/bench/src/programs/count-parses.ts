import { Parser } from 'yaml'

/** Counts the texts that `yaml` begins to parse from now on, in this process. */
export function countParses(): { readonly count: () => number; readonly stop: () => void } {
  // oxlint-disable-next-line typescript/unbound-method -- called below with the parser as `this`
  const { parse } = Parser.prototype
  let count = 0
  Parser.prototype.parse = function (this: Parser, ...args) {
    count++
    return parse.apply(this, args)
  }
  return {
    count: () => count,
    stop: () => {
      Parser.prototype.parse = parse
    },
  }
}
