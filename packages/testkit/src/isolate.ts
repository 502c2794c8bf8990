// Set-up file of every test file: no test sees the real home folder, the machine's locale or time zone, or a key.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const home = mkdtempSync(join(tmpdir(), 'dsh-home-'))
for (const name of Object.keys(process.env)) {
  if (/^(DSH_(?!REQUIRE_ALL)|DEEPSEEK_|OPENAI_|XDG_|LC_|HTTPS?_PROXY|https?_proxy)/.test(name)) delete process.env[name]
}
Object.assign(process.env, { HOME: home, TZ: 'UTC', LANG: 'C.UTF-8' })

afterAll(() => rmSync(home, { recursive: true, force: true }))
