import { parseSkill } from '@deepseek-ai/dsh-skill-format'
import { placeOf, type Block } from './blocks.ts'
import { isAsShown, readConsole } from './console.ts'
import type { Document } from './documents.ts'
import type { Place } from './place.ts'
import { runShell } from './run.ts'
import { isTest, needsNetwork, outputsOf } from './snippets.ts'
import { checkUnrun, type Repository } from './unrun.ts'

/** Behind the fence of a file that is wrong on purpose: what is said of it must follow. */
const BROKEN = 'broken'

/** What does not hold in one block. */
type Faults = readonly string[]

/** Does what the page says, block by block, in one place. Returns what does not hold, each with its line. */
export async function checkDocument({ text, blocks }: Document, place: Place, repository: Repository): Promise<Faults> {
  const findings: string[] = []
  for (const block of blocks) {
    const faults = await checkBlock(block, place, repository)
    findings.push(...[...faults, ...checkPath(block, text)].map((fault) => `${placeOf(block)}: ${fault}`))
  }
  return findings
}

function checkBlock(block: Block, place: Place, repository: Repository): Faults | Promise<Faults> {
  switch (block.language) {
    case '':
      return [] // A drawing, or the shape of something.
    case 'sh':
      return runCommands(block, place, repository)
    case 'console':
      return runConsole(block, place)
    case 'ts':
      return isTest(block) || needsNetwork(block) ? [] : runSnippet(block, place)
    case 'json':
      return takeJson(block)
    case 'markdown':
      return takeSkill(block, place)
    case 'yaml':
      return takeSettings(block, place)
    default:
      return [`nothing checks a block in "${block.language}"`]
  }
}

async function runCommands(block: Block, place: Place, repository: Repository): Promise<Faults> {
  const faults: string[] = []
  const script: string[] = []
  for (const line of block.text.split('\n')) {
    const unrun = checkUnrun(line, repository)
    if (unrun) faults.push(...unrun.faults)
    else script.push(line)
  }
  const { code, text } = await runShell(place.toHere(script.join('\n')), { cwd: place.project, env: place.env })
  return code === 0 ? faults : [...faults, `exit code ${code}:\n${place.toPage(text)}`]
}

async function runConsole(block: Block, place: Place): Promise<Faults> {
  const faults: string[] = []
  for (const { command, output } of readConsole(block.text)) {
    const { text } = await runShell(place.toHere(command), { cwd: place.project, env: place.env })
    const printed = place.toPage(text)
    if (!isAsShown(printed, output)) faults.push(`"${command}" does not print what is shown, but:\n${printed}`)
  }
  return faults
}

async function runSnippet(block: Block, place: Place): Promise<Faults> {
  const file = `snippet-${block.line}.ts`
  place.write(file, place.toHere(block.text))
  const { code, text } = await runShell(`node --conditions=dsh-source ${file}`, { cwd: place.project, env: place.env })
  const printed = place.toPage(text)
  if (code !== 0) return [`exit code ${code}:\n${printed}`]
  let at = 0
  for (const output of outputsOf(block)) {
    const found = printed.indexOf(output, at)
    if (found === -1) return [`"${output}" is not printed, but:\n${printed}`]
    at = found + output.length
  }
  return []
}

/** A skill must be one, without any problem. */
function takeSkill(block: Block, place: Place): Faults {
  const result = parseSkill({ text: block.text, isComplete: true }, { path: 'example', tolerance: 'strict' })
  const [path] = block.words
  if (path !== undefined) place.write(path, block.text)
  if (block.words.includes(BROKEN)) return []
  return result.problems.map(({ line, message }) => `line ${line ?? 1} of the skill: ${message}`)
}

function takeJson({ text }: Block): Faults {
  try {
    JSON.parse(text)
    return []
  } catch (error) {
    if (error instanceof SyntaxError) return [error.message]
    throw error
  }
}

/** Settings are read by the command that they are for. */
async function takeSettings(block: Block, place: Place): Promise<Faults> {
  const { words } = block
  const [path] = words
  if (path === undefined) return ['write behind "yaml" which file this is, e.g. ~/.dsh/config.yaml']
  place.write(path, block.text)
  if (words.includes(BROKEN)) return []
  const { code, text } = await runShell('dsh skills list >/dev/null', { cwd: place.project, env: place.env })
  return code === 0 && text === '' ? [] : [`dsh does not take these settings:\n${place.toPage(text)}`]
}

/** The file that a block is written to must also be told to the reader, who does not see the words behind the fence. */
function checkPath({ words: [path], line }: Block, text: string): Faults {
  if (path === undefined || !/[/.]/.test(path)) return []
  const before = text
    .split('\n')
    .slice(0, line - 1)
    .join('\n')
  return before.includes(`\`${path}\``) ? [] : [`the text before it does not name \`${path}\``]
}
