export { visibleLine, visibleText } from '@deepseek-ai/dsh-stdio/text'
