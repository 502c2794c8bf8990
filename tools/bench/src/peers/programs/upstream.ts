import { reportScan } from './report-scan.ts'

interface Upstream {
  plugin(plugin: unknown, config?: object): Promise<unknown>
  readonly skills: { list(options: { cwd: string }): Promise<readonly unknown[]> }
}

// Names in variables: the packages are there only where the bench has installed them.
const [cordis, registry, provider]: readonly string[] = [
  '@deepseek-ai/cordis',
  '@deepseek-ai/dsh-skill',
  '@deepseek-ai/dsh-skill-filesystem',
]
const { Context } = (await import(cordis ?? '')) as { readonly Context: new () => Upstream }
const cwd = process.argv[3] ?? ''
const ctx = new Context()
await ctx.plugin(((await import(registry ?? '')) as { readonly default: unknown }).default)
// Without its watcher, which costs more than the scan.
await ctx.plugin(await import(provider ?? ''), { watch: false })
await reportScan(() => ctx.skills.list({ cwd }))
