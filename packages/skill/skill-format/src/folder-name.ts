import type { FormatProblem } from './problem.ts'
import { quote } from './quote.ts'

/**
 * A note when a skill is called other than the folder or the flat file (without `.md`) that it comes in.
 * It loads under its own name all the same.
 */
export function noteOtherFolderName(name: string, folder: string, path: string): FormatProblem | undefined {
  if (name === folder) return undefined
  return {
    code: 'name-not-folder',
    severity: 'note',
    message: `The skill is called ${quote(name)}, its folder or file ${quote(folder)}: it is found by its own name.`,
    path,
    hint: 'Give both the same name.',
  }
}
