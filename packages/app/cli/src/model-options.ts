import type { Invocation } from './command.ts'
import { chooseModel, type ModelChoice } from './model-choice.ts'
import type { Settings } from './settings/load.ts'

/** The model that a command's options, the environment and the settings ask for. Throws `UsageError`. */
export function modelFor(
  options: Invocation['options'],
  env: Readonly<Record<string, string | undefined>>,
  settings: Settings,
): ModelChoice {
  return chooseModel({
    offline: options['offline'] === true,
    model: textOption(options['model']),
    baseUrl: textOption(options['base-url']),
    env,
    file: settings.model,
  })
}

function textOption(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
