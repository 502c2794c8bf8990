export { checkCandidate } from './candidate.ts'
export { createRegistry, type RegistryOptions, type StandaloneRegistry } from './create-registry.ts'
export { SkillContractError, SkillLoadError } from './errors.ts'
export type { InspectedSkill, ProviderReport, ShadowedSkill, SkillInspection } from './inspection.ts'
export { isSkillName } from './name.ts'
export {
  REGISTRY_PROBLEM_CODES,
  type RegistryProblemCode,
  type SkillProblem,
  type SkillProblemCode,
  type SkillProblemCodes,
  type SkillProblemSeverity,
} from './problem.ts'
export type { SkillAlias, SkillCollection, SkillProject, SkillProvider, SkillRoot } from './provider.ts'
export type { SkillRegistry } from './registry.ts'
export { apply, Config, name } from './service.ts'
export type {
  SkillCandidate,
  SkillDefinition,
  SkillLookupOptions,
  SkillRegistration,
  SkillRegistryLookupOptions,
  SkillResourceBase,
  SkillSource,
  SkillSummary,
} from './shapes.ts'
