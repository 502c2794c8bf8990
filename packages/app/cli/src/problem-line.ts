export { problemLine } from '@deepseek-ai/dsh-host-kit/text'
