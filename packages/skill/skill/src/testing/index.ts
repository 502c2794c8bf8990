export {
  createMemoryProvider,
  type MemoryProvider,
  type MemoryProviderOptions,
  type MemorySkill,
} from './memory-provider.ts'
export type { ProviderCheck, ProviderHarness, ProviderUnderTest, SuiteSkill } from './harness.ts'
export { providerSuite } from './provider-suite.ts'
