/** Where the tests of a part lie. A test elsewhere names its part: `… [F64 (remote)]`. */
export const PLACES = {
  terminal: 'packages/app/tui/',
  acp: 'packages/app/acp/',
  stdio: 'packages/app/stdio/',
  command: 'packages/skill/skill-command/',
  remote: 'packages/skill/skill-http/',
} as const

export type PartName = keyof typeof PLACES

export type Parts = Readonly<Record<string, readonly PartName[]>>

/** Rows that speak of more than one surface: each part needs a test of its own, beside that of the row. */
export const PARTS: Parts = {
  F01: ['terminal'],
  F05: ['command', 'acp'],
  F19: ['terminal'],
  F25: ['command', 'terminal', 'acp'],
  F29: ['command', 'acp'],
  F64: ['remote'],
  F66: ['terminal'],
  F68: ['command'],
  F70: ['command', 'terminal'],
  F72: ['command', 'acp'],
  C8: ['command'],
  C10: ['command', 'terminal'],
  C11: ['remote'],
  R3: ['remote'],
  R10: ['command', 'remote'],
  D1: ['remote'],
  D2: ['remote'],
  D4: ['remote'],
  D6: ['remote'],
  D7: ['remote'],
  H4: ['terminal'],
}
