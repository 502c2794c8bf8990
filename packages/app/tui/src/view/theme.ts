import type { EditorTheme, MarkdownTheme, SelectListTheme } from '@earendil-works/pi-tui'
import type { Style } from './style.ts'

export function markdownTheme(style: Style): MarkdownTheme {
  const { bold, dim, italic, underline, strike, accent, warning } = style
  return {
    heading: (text) => bold(accent(text)),
    link: underline,
    linkUrl: dim,
    code: warning,
    codeBlock: warning,
    codeBlockBorder: dim,
    quote: italic,
    quoteBorder: dim,
    hr: dim,
    listBullet: accent,
    bold,
    italic,
    strikethrough: strike,
    underline,
  }
}

export function selectTheme({ accent, bold, dim }: Style): SelectListTheme {
  return {
    selectedPrefix: accent,
    selectedText: (text) => bold(accent(text)),
    description: dim,
    scrollInfo: dim,
    noMatch: dim,
  }
}

export function editorTheme(style: Style): EditorTheme {
  return { borderColor: style.dim, selectList: selectTheme(style) }
}
