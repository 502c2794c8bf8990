/** What an object of a foreign message may hold. */
export type Fields = Readonly<Record<string, unknown>>

/** The fields of `value`; none when it is no object. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
