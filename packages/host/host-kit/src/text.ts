// Text that is safe to show, apart from the rest: loading it loads nothing else.
export { problemLine, problemText } from './problem-line.ts'
export { pipedText, visibleJson, visibleLine, visibleText, withoutUnsafe } from './visible-text.ts'
export { estimateTokens } from '@deepseek-ai/dsh-tool-skill/text'
