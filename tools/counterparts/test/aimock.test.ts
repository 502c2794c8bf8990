import { join } from 'node:path'
import { dshPath, runNode } from '@deepseek-ai/dsh-testkit'
import { expect, it } from 'vitest'
import { callOf, settingsFor, startAimock, teaProject } from './dsh.ts'

it('aimock: after a passing failure the model loads a skill, reads its file and answers', async () => {
  const project = teaProject()
  const model = await startAimock()
  model
    .nextRequestError(429, { message: 'Slow down.', type: 'rate_limit_error' })
    .on({ hasToolResult: false }, callOf('skill', { name: 'tea' }))
    .on(
      { toolResultContains: 'then steep' },
      callOf('read', { path: join(project, '.agents/skills/tea/references/heat.md') }),
    )
    .on({ toolResultContains: '80 degrees' }, { content: 'At 80 degrees.', reasoning: 'The file says so.' })
  const result = await runNode({
    args: [dshPath, 'run', 'How hot?'],
    cwd: project,
    env: settingsFor(`${model.url}/v1`),
  })
  expect(result).toMatchObject({ code: 0, stdout: 'At 80 degrees.\n' })
  expect(model.getRequests().map(({ response }) => response.status)).toEqual([429, 200, 200, 200])
})
