export { Config, endpointUrlProblem } from './config.ts'
export { apply, inject, name } from './plugin.ts'
