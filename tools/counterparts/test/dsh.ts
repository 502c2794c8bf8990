import { LLMock } from '@copilotkit/aimock'
import { skillText, temporaryFolder, temporaryTree } from '@deepseek-ai/dsh-testkit'
import { onTestFinished } from 'vitest'

/** A project whose skill `tea` names a file of its own. */
export function teaProject(): string {
  return temporaryTree({
    '.git': { dir: true },
    '.agents/skills/tea/SKILL.md': skillText('tea', 'Brews tea.', 'Read `references/heat.md`, then steep.'),
    '.agents/skills/tea/references/heat.md': 'Green tea: 80 degrees.\n',
  })
}

/** Settings for a model at `url`, and homes that nothing else uses. */
export function settingsFor(url: string): Readonly<Record<string, string>> {
  return {
    DSH_HOME: temporaryFolder(),
    DSH_AGENTS_HOME: temporaryFolder(),
    DSH_API_KEY: 'sk-test',
    DSH_MODEL: 'm-1',
    DSH_BASE_URL: url,
  }
}

/** aimock on the loopback; a request that no fixture foresees gets a 503. */
export async function startAimock(): Promise<LLMock> {
  const model = new LLMock({ port: 0, host: '127.0.0.1', strict: true, logLevel: 'silent' })
  await model.start()
  onTestFinished(() => model.stop())
  return model
}

/** An answer of aimock that calls one tool. */
export function callOf(name: string, values: object): { toolCalls: { name: string; arguments: string }[] } {
  return { toolCalls: [{ name, arguments: JSON.stringify(values) }] }
}
