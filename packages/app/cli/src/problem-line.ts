export { problemLine } from '@deepseek-ai/dsh-stdio/text'
