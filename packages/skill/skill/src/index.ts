export { SkillContractError, SkillLoadError } from './errors.ts'
export { REGISTRY_PROBLEM_CODES, type RegistryProblemCode } from './provider.ts'
export { isSkillName } from './name.ts'
export type {
  SkillAlias,
  SkillCandidate,
  SkillCollection,
  SkillDefinition,
  SkillLookupOptions,
  SkillProblem,
  SkillProblemCode,
  SkillProblemCodes,
  SkillProblemSeverity,
  SkillProject,
  SkillProvider,
  SkillRegistration,
  SkillResourceBase,
  SkillRoot,
  SkillSource,
  SkillSummary,
} from './provider.ts'
export { checkCandidate } from './read-skill.ts'
export { createRegistry, type RegistryOptions, type StandaloneRegistry } from './registry.ts'
export { apply, Config, name } from './service.ts'
export type {
  InspectedSkill,
  ProviderReport,
  ShadowedSkill,
  SkillInspection,
  SkillRegistry,
  SkillRegistryLookupOptions,
} from './skill-registry.ts'
