import type { SkillMenuEntry } from '@deepseek-ai/dsh-skill-command'
import type { MenuItem } from '../input/menu-items.ts'

/** A command of the terminal itself. Its name is never that of a skill: those begin with `skill:`. */
export interface TerminalCommand {
  readonly name: string
  readonly summary: string
  /** Stands for what follows the name. */
  readonly operand?: string
  readonly run: (operand: string) => void
}

/** A typed line that begins with a slash. */
export type CommandLine =
  | { readonly kind: 'command'; readonly command: TerminalCommand; readonly operand: string }
  | { readonly kind: 'skill' }
  /** No command has that name. */
  | { readonly kind: 'unknown'; readonly word: string }
  | { readonly kind: 'prose' }

/** Reads a typed line. A word with another slash or a dot in it is a path, and so are its words. */
export function readCommand(text: string, commands: readonly TerminalCommand[]): CommandLine {
  const line = text.trimStart()
  if (line.startsWith('/skill:')) return { kind: 'skill' }
  const [, word, rest = ''] = /^\/(\S+)([^]*)$/.exec(line) ?? []
  if (word === undefined || /[/.]/.test(word)) return { kind: 'prose' }
  const command = commands.find(({ name }) => name === word)
  return command ? { kind: 'command', command, operand: rest.trim() } : { kind: 'unknown', word }
}

export function commandItems(commands: readonly TerminalCommand[]): readonly MenuItem[] {
  return commands.map(({ name, summary }) => ({ name, description: summary, isRunWhenPicked: true }))
}

/** What the user reads instead. */
export function noSuchCommand(word: string, skills: readonly SkillMenuEntry[]): string {
  const isSkill = skills.some(({ name }) => name === word)
  const hint = isSkill ? `Did you mean /skill:${word}?` : '/help lists the commands, /skills the skills.'
  return `There is no command /${word}. ${hint}`
}
