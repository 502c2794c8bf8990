import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { nodeBinaries, repositoryRoot } from '@deepseek-ai/dsh-testkit'
import { expect, onTestFinished } from 'vitest'
import { type Host, sessionOptions } from './host.ts'

/** A line for each step, over pipes: answers on stdout and nothing else, what is refused on stderr. Nobody can be asked. */
export const overStdio: Host = async (story, { project, home, args, env, resumes, prepare }) => {
  const call = [
    join(repositoryRoot, 'packages/app/cli/bin/dsh.js'),
    'stdio',
    ...sessionOptions(project, resumes),
    ...args,
  ]
  const child = spawn(nodeBinaries[24], call, { env: { PATH: '', HOME: home, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  const ended = new Promise((resolve) => child.on('close', resolve))
  let answers = ''
  for (const [index, step] of story.entries()) {
    prepare(step)
    child.stdin.write(`${step.types}\n`)
    if (step.replies.length > 0) answers += `${step.shows}\n`
    const refused = `line ${index + 1}: ${step.shows}\n`
    const isDone = (): boolean =>
      step.replies.length > 0 ? output.stdout === answers : output.stderr.includes(refused)
    await expect.poll(isDone, { timeout: 20_000, interval: 5 }).toBe(true)
  }
  child.stdin.end()
  expect(await ended).toBe(story.some(({ replies }) => replies.length === 0) ? 1 : 0)
}
