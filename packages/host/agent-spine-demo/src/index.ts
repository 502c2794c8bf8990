export { apply, name } from './bundle.ts'
export { Config } from './config.ts'
