import type { SkillDefinition } from '@deepseek-ai/dsh-skill'
import { visible } from '@deepseek-ai/dsh-tools'
import { escapeText } from '@deepseek-ai/dsh-tools/frame'

const ON_DEMAND = 'Use one of these files only when the instructions call for it; they are not listed here.'

/** Where the files are that a skill's instructions name, and how to get at them. */
export function resourceGuidance({
  resourceBase,
  provider,
}: Pick<SkillDefinition, 'resourceBase' | 'provider'>): string {
  switch (resourceBase?.kind) {
    case 'directory':
      return [
        `Base folder: ${show(resourceBase.path)}`,
        `Relative paths in the instructions, such as scripts/ or references/, start at this base folder, not at the working directory: join the two and use the absolute path. ${ON_DEMAND}`,
      ].join('\n')
    case 'url':
      return [
        `Base address: ${show(resourceBase.url)}`,
        `Relative paths in the instructions resolve against this address, not against the working directory. ${ON_DEMAND}`,
      ].join('\n')
    case 'opaque':
      return [
        `Resources: ${show(resourceBase.description)}`,
        `The provider ${show(provider)} manages them. Relative paths in the instructions belong to it and do not start at the working directory. ${ON_DEMAND}`,
      ].join('\n')
    case undefined:
      return `This skill comes with no base folder. If its instructions name files of their own, the provider ${show(provider)} manages them: do not look for them in the working directory.`
  }
}

function show(text: string): string {
  return escapeText(visible(text))
}
