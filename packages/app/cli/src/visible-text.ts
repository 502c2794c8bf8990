export { visibleLine, visibleText } from '@deepseek-ai/dsh-host-kit/text'
