import { Context } from '@deepseek-ai/cordis'
import * as files from '@deepseek-ai/dsh-fs'
import * as skill from '@deepseek-ai/dsh-skill'
import * as skillLocal from '@deepseek-ai/dsh-skill-local'
import { foreignFiles } from './foreign-files.ts'

/** Which files the local provider sees: Node's own, our `ctx.fs`, or somebody else's, 32 at a time or one by one. */
export const FILES_CHOICES = ['node', 'own', 'foreign', 'foreign-in-turn'] as const

export type FilesChoice = (typeof FILES_CHOICES)[number]

/** A context with registry and local provider, as a small host mounts them. Homes are those of the environment. */
export async function mountSkills(choice: string = 'node'): Promise<Context> {
  const ctx = new Context()
  if (choice === 'own') await ctx.plugin(files)
  else if (choice !== 'node') ctx.provide('fs', foreignFiles({ inTurn: choice === 'foreign-in-turn' }))
  await ctx.plugin(skill)
  await ctx.plugin(skillLocal)
  return ctx
}
