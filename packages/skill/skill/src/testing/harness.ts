import type { SkillLookupOptions, SkillProvider } from '../provider.ts'

/** A skill that the suite puts into a provider's source. */
export interface SuiteSkill {
  readonly name: string
  readonly description: string
  readonly content: string
}

/** A provider over a source of its own. */
export interface ProviderUnderTest {
  readonly provider: SkillProvider
  /** For every lookup; absent when the source is the same everywhere. */
  readonly cwd?: string
  /** Adds the skill to the source, or replaces the one of that name. */
  readonly write: (skill: SuiteSkill) => void | Promise<void>
  /** Takes the skill out of the source. */
  readonly remove: (name: string) => void | Promise<void>
  /** Frees what the source needed: folders, servers. */
  readonly close?: () => void | Promise<void>
}

/** How the suite gets at a provider. Builds every source on this machine: no account, no key, no outside network. */
export interface ProviderHarness {
  /** Makes a source that holds exactly these skills, and a provider over it. */
  readonly open: (skills: readonly SuiteSkill[]) => ProviderUnderTest | Promise<ProviderUnderTest>
  /** Texts that must never show in what the provider hands out, such as the token in its settings. */
  readonly secrets?: readonly string[]
}

/** One thing that a provider owes. `run` rejects with what is wrong. */
export interface ProviderCheck {
  readonly title: string
  readonly run: () => Promise<void>
}

/** A check that is given a source with the suite's skills in it. */
export interface SourceCheck {
  readonly title: string
  readonly run: (subject: ProviderUnderTest, harness: ProviderHarness) => Promise<void>
  /** What the source holds at first; the suite's own three skills when absent. */
  readonly skills?: readonly SuiteSkill[]
}

/** What the sources hold at first. In no order that a provider could mistake for its own. */
export const SUITE_SKILLS: readonly SuiteSkill[] = [
  { name: 'review', description: 'Reviews a change: style, tests & risks.', content: '# Review\n\nRead it twice.' },
  { name: 'deploy-2', description: 'Ships to <production>, 100% "safely".', content: 'Run scripts/ship.sh.' },
  { name: 'a1', description: 'Überprüft 数据 🚀 in two scripts.', content: 'Schritt für Schritt.\n\n---\n\n完成' },
]

/** The options of a lookup in the subject's folder. */
export function lookupIn(subject: ProviderUnderTest, signal?: AbortSignal): SkillLookupOptions {
  return { cwd: subject.cwd, signal }
}
