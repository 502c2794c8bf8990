import type { NamedModel } from '../options.ts'
import type { Transcript } from '../view/transcript.ts'

export interface ModelCommandOptions {
  readonly transcript: Transcript
  readonly current: NamedModel
  /** Throws an error whose message the user reads. */
  readonly modelNamed: (name: string) => NamedModel
}

/** `/model NAME`, or `/model` alone, which tells which one it is. Returns the model from now on. */
export function modelCommand(name: string, { transcript, current, modelNamed }: ModelCommandOptions): NamedModel {
  try {
    const chosen = name === '' ? current : modelNamed(name)
    transcript.notice('note', chosen.notice ?? `model ${chosen.model.model}`)
    return chosen
  } catch (error) {
    transcript.notice('error', error instanceof Error ? error.message : String(error))
    return current
  }
}
