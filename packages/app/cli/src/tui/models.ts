import type { NamedModel } from '@deepseek-ai/dsh-tui'
import type { Invocation } from '../command.ts'
import { chooseModel, type ModelChoice, modelNotice } from '../model-choice.ts'
import { modelFor } from '../model-options.ts'
import type { Settings } from '../settings/load.ts'
import { UsageError } from '../usage-error.ts'

type Options = Invocation['options']
type Environment = Readonly<Record<string, string | undefined>>

/** What a user types to be answered by no model. */
const OFFLINE = 'offline'

export function named(choice: ModelChoice): NamedModel {
  return { model: { adapter: choice.adapter, model: choice.model }, notice: modelNotice(choice) }
}

/** Finds the model of a name typed in the app. Throws an error with what to do. */
export function modelNamer(options: Options, env: Environment, settings: Settings): (name: string) => NamedModel {
  return (name) => {
    if (name === OFFLINE) return named(chooseModel({ offline: true, env }))
    try {
      return named(modelFor({ ...options, offline: false, model: name }, env, settings))
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      throw new Error(`${error.message} (${error.hint})`, { cause: error })
    }
  }
}

/** The endpoint that any model would be called at, also when the app starts offline; `undefined` when there is no key. */
export function endpointFor(options: Options, env: Environment, settings: Settings): ModelChoice | undefined {
  try {
    return modelFor({ ...options, offline: false, model: 'any' }, env, settings)
  } catch (error) {
    if (error instanceof UsageError) return undefined // Whoever asks for a model is told then.
    throw error
  }
}
