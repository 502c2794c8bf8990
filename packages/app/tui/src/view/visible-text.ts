import { visibleText as visible } from '@deepseek-ai/dsh-host-kit/text'

const TAB = '    '

/**
 * Foreign text as the screen shows it: whatever could steer the terminal or hide is written out. Line breaks stay, tabs
 * become four spaces, since a tab has no width of its own.
 */
export function visibleText(text: string): string {
  return visible(text.toWellFormed().replaceAll('\r\n', '\n').replaceAll('\t', TAB))
}

/** Like `visibleText`, in one line. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll('\n', '\\n')
}
