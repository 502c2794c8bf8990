import { chmodSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { itNeeding, temporaryFolder } from '@deepseek-ai/dsh-testkit'
import { describe, expect, it } from 'vitest'
import { findDistrust, type Reader, shellQuote } from '../src/index.ts'

const ME: Reader = { uid: process.geteuid?.() ?? 0, trusted: [] }
const OTHER = 4711

/** A folder `home` with `config.yaml`, both for their owner alone, in a folder of a name that a shell would split. */
function makeHome(): { readonly above: string; readonly home: string; readonly config: string } {
  const above = join(temporaryFolder(), "ann's own")
  const home = join(above, 'home')
  const config = join(home, 'config.yaml')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  writeFileSync(config, '', { mode: 0o600 })
  return { above, home, config }
}

const pathsOf = (path: string, reader = ME): readonly string[] => findDistrust(path, reader).map((each) => each.path)

describe('what others may write is found', () => {
  it('at the file, its folder and each folder above, with commands that mend it when run as written [G04]', () => {
    const { above, home, config } = makeHome()
    expect(pathsOf(config)).toEqual([])
    chmodSync(config, 0o620)
    chmodSync(home, 0o702)
    chmodSync(above, 0o777)
    const found = findDistrust(config, ME)
    expect(found.map(({ path, reason }) => [path, reason])).toEqual([
      [above, 'others may write to it (its mode is 0777)'],
      [home, 'others may write to it (its mode is 0702)'],
      [config, 'others may write to it (its mode is 0620)'],
    ])
    execFileSync('sh', ['-c', found.map(({ command }) => command).join(' && ')])
    expect(pathsOf(config)).toEqual([])
  })

  it('where the file is not there yet [G04]', () => {
    const { home } = makeHome()
    chmodSync(home, 0o720)
    expect(pathsOf(join(home, 'sessions', 'none'))).toEqual([home])
  })

  it('behind a link, and in the folder that the link lies in [G04]', () => {
    const { home, config } = makeHome()
    const elsewhere = makeHome()
    const link = join(elsewhere.home, 'link')
    symlinkSync(home, link)
    expect(pathsOf(join(link, 'config.yaml'))).toEqual([])
    chmodSync(config, 0o666)
    chmodSync(elsewhere.home, 0o777)
    expect(pathsOf(join(link, 'config.yaml'))).toEqual([elsewhere.home, config])
  })

  it('but not in a sticky folder above, as /tmp is one, and links that turn in a circle end [G04]', () => {
    const { above, home, config } = makeHome()
    chmodSync(above, 0o1777)
    expect(pathsOf(config)).toEqual([])
    expect(pathsOf(above)).toEqual([above])
    symlinkSync(join(home, 'b'), join(home, 'a'))
    symlinkSync(join(home, 'a'), join(home, 'b'))
    expect(pathsOf(join(home, 'a'))).toEqual([])
    expect(pathsOf('/dev/null')).toEqual([])
  })
})

describe('what another user owns is found', () => {
  itNeeding(['second user'], 'a file, a folder, and a link in a sticky folder [G04]', () => {
    const { above, home, config } = makeHome()
    chmodSync(above, 0o1777)
    const link = join(above, 'link')
    symlinkSync(config, link)
    for (const path of [config, home, link]) lchownSync(path, OTHER, OTHER)
    const found = findDistrust(link, ME)
    expect(found.map(({ path, reason }) => [path, reason])).toEqual(
      [link, home, config].map((path) => [path, 'it belongs to another user (uid 4711)']),
    )
    execFileSync('sh', ['-c', found.map(({ command }) => command).join(' && ')])
    expect(pathsOf(link)).toEqual([])
  })

  itNeeding(['second user'], 'but not what root owns, nor what belongs to who called sudo [G04]', () => {
    const { config } = makeHome()
    expect(pathsOf(config, { uid: OTHER, trusted: [] })).toEqual([])
    lchownSync(config, OTHER, OTHER)
    expect(pathsOf(config, { uid: 0, trusted: [] })).toEqual([config])
    expect(pathsOf(config, { uid: 0, trusted: [OTHER] })).toEqual([])
    expect(findDistrust(config, { uid: 12, trusted: [] })[0]?.command).toBe(
      `sudo chown 12 '${config.replace("'", String.raw`'\''`)}'`,
    )
  })
})

it.each(['a\nb', "a'\t%s\\n", '-rf', '$(id)`id`', 'a\u202Eb\u200B', '\u{1b}[2J', 'a"b c', '\\', 'é\u2028', '*'])(
  'a name like %j is one word of a command, of characters that a message shows as they are [G04]',
  (name) => {
    const quoted = shellQuote(name)
    expect(quoted).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u)
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, name), 'x', { mode: 0o666 })
    expect(execFileSync('sh', ['-c', `cat ${quoted}`], { cwd, encoding: 'utf8' })).toBe('x')
  },
)
