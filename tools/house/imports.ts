import { parseSync, Visitor } from 'oxc-parser'
import { lineAt, type Source } from './sources.ts'

/** One place where a file names another module. */
export interface Import {
  readonly specifier: string
  readonly line: number
}

/** What a file imports, and what keeps it from being read. */
export interface ParsedSource {
  readonly imports: readonly Import[]
  /** Each with its line. */
  readonly errors: readonly { readonly line: number; readonly message: string }[]
}

interface Place {
  readonly start: number
}

/**
 * Every module that a file names: imports and re-exports, those of types among them, `import('x')` as a call and as a
 * type, `require`, `require.resolve`, `import.meta.resolve`, and `declare module`. A name that is computed at run time
 * is not seen.
 */
export function parseImports({ path, text }: Source): ParsedSource {
  const { program, errors } = parseSync(path, text)
  const imports: Import[] = []
  const add = (specifier: unknown, { start }: Place): void => {
    if (typeof specifier === 'string') imports.push({ specifier, line: lineAt(text, start) })
  }
  new Visitor({
    ImportDeclaration: (node) => add(node.source.value, node),
    ExportAllDeclaration: (node) => add(node.source.value, node),
    ExportNamedDeclaration: (node) => add(node.source?.value, node),
    ImportExpression: (node) => add(literalText(node.source), node),
    TSImportType: (node) => add(literalText(node.source), node),
    TSExternalModuleReference: (node) => add(node.expression.value, node),
    TSModuleDeclaration: (node) => add(literalText(node.id), node),
    CallExpression: (node) => {
      if (/^(?:require|require\.resolve|import\.meta\.resolve)$/.test(text.slice(node.callee.start, node.callee.end))) {
        add(literalText(node.arguments[0]), node)
      }
    },
  }).visit(program)
  return {
    imports: imports.sort((a, b) => a.line - b.line),
    errors: errors.map(({ message, labels }) => ({ message, line: lineAt(text, labels[0]?.start ?? 0) })),
  }
}

function literalText(node: { readonly type: string } | undefined): string | undefined {
  if (node === undefined) return undefined
  if (node.type === 'Literal' && 'value' in node && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral' || !('quasis' in node) || !Array.isArray(node.quasis)) return undefined
  const [only, ...more] = node.quasis as readonly { readonly value: { readonly cooked: string | null } }[]
  return more.length === 0 ? (only?.value.cooked ?? undefined) : undefined
}
