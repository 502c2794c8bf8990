import { z } from 'zod'
import { outputSchema } from './output-line.ts'
import { requestSchema } from './request.ts'

/**
 * What goes in and out in JSON, one value a line, as a JSON Schema (2020-12) with the two definitions `input` and
 * `output`.
 */
export function lineSchemas(): object {
  const [{ $schema, ...input }, { $schema: _, ...output }] = [
    z.toJSONSchema(requestSchema),
    z.toJSONSchema(outputSchema),
  ]
  return { $schema, $defs: { input, output } }
}
