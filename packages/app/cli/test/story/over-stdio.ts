import { spawn } from 'node:child_process'
import { dshPath, nodeBinaries } from '@deepseek-ai/dsh-testkit'
import { expect, onTestFinished } from 'vitest'
import { type Host, sessionOptions } from './host.ts'

/** A line for each step, over pipes: answers on stdout and nothing else, the rest on stderr. Nobody can be asked. */
export const overStdio: Host = async (story, { project, home, args, env, resumes, prepare, asked }) => {
  const call = [dshPath, 'stdio', ...sessionOptions(project, resumes), ...args]
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
    if (step.cancels) {
      await asked(step)
      child.kill('SIGINT')
      await expect.poll(() => output.stderr).toContain(`turn ${step.shows}\n`)
    } else if (step.replies.length === 0) {
      await expect.poll(() => output.stderr).toContain(`line ${index + 1}: ${step.shows}\n`)
    } else {
      answers += `${step.shows}\n`
      await expect.poll(() => output.stdout).toBe(answers)
    }
  }
  child.stdin.end()
  expect(await ended).toBe(story.some(({ replies }) => replies.length === 0) ? 1 : 0)
}
