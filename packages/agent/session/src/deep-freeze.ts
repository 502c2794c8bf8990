export { deepFreeze } from '@deepseek-ai/dsh-llm'
