export { offlineAdapter } from './offline-adapter.ts'
export { apply, Config, inject, name } from './plugin.ts'
