// What a provider may do instead of answering. Thenables that go wrong are part of it.
/* oxlint-disable unicorn/no-thenable */

const { proxy: revoked, revoke } = Proxy.revocable({}, {})
revoke()

/** The ways in which a call can go wrong. */
export const failures: Readonly<Record<string, () => unknown>> = {
  'throws an Error': () => {
    throw new Error('no')
  },
  'throws undefined': () => {
    throw undefined // oxlint-disable-line no-throw-literal -- what others may do
  },
  'throws null': () => {
    throw null // oxlint-disable-line no-throw-literal -- what others may do
  },
  'throws a revoked proxy': () => {
    throw revoked
  },
  'rejects with an Error': () => Promise.reject(new Error('no')),
  'rejects with undefined': () => Promise.reject(undefined),
  'rejects with null': () => Promise.reject(null),
  'rejects with a revoked proxy': () => Promise.reject(revoked),
  'rejects with a proxy that throws': () =>
    Promise.reject(
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('trap')
          },
          has: () => {
            throw new Error('trap')
          },
          getPrototypeOf: () => {
            throw new Error('trap')
          },
        },
      ),
    ),
  'rejects later': async () => {
    await Promise.resolve()
    throw new Error('no')
  },
  'has a then that throws': () => ({
    then: () => {
      throw new Error('no')
    },
  }),
  'has a then that cannot be read': () =>
    Object.defineProperty({}, 'then', {
      get: () => {
        throw new Error('no')
      },
    }),
  'has a then that rejects twice': () => ({
    then: (_resolve: unknown, reject: (reason: unknown) => void) => {
      reject(new Error('no'))
      reject(new Error('no'))
    },
  }),
}
