// Text for a terminal, apart from the host: loading it loads nothing else.
export { problemLine } from './problem-line.ts'
export { visibleLine, visibleText } from './visible-text.ts'
