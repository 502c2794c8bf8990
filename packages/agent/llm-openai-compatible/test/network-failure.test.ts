import { expect, it } from 'vitest'
import { Config } from '../src/config.ts'
import { networkFailure } from '../src/network-failure.ts'
import { describeSite } from '../src/site.ts'

const SITE = describeSite(Config.parse({ baseUrl: 'https://models.test:8443/v1', apiKey: 'canary-key' }))

/** As the HTTP client throws it. */
const fetchFailed = (code: string, message: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) })

it.each([
  [
    fetchFailed('ECONNREFUSED', ''),
    { isPassing: true, what: 'Nothing answers at https://models.test:8443/v1 (connection refused).' },
  ],
  [fetchFailed('EAI_AGAIN', ''), { isPassing: true, what: 'The host models.test:8443 was not found (EAI_AGAIN).' }],
  [fetchFailed('ENOTFOUND', ''), { isPassing: false, what: 'The host models.test:8443 was not found (ENOTFOUND).' }],
  [
    fetchFailed('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'),
    {
      isPassing: false,
      what: 'The certificate of models.test:8443 is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).',
      advice: 'If it is your own, set NODE_EXTRA_CA_CERTS to the file of its authority.',
    },
  ],
  [
    fetchFailed('UND_ERR_SOCKET', 'other side closed: canary-key'),
    {
      isPassing: true,
      what: 'The connection to https://models.test:8443/v1 failed (UND_ERR_SOCKET: other side closed: [redacted]).',
    },
  ],
  [new Error('odd'), { isPassing: false, what: 'The connection to https://models.test:8443/v1 failed (odd).' }],
  ['odd', { isPassing: false, what: 'The connection to https://models.test:8443/v1 failed (unknown error).' }],
])('explains %s [D6]', (error, expected) => {
  expect(networkFailure(error, SITE)).toMatchObject({ kind: 'network', ...expected })
})

it('comes to an end when causes go round in a circle', () => {
  const error = new Error('round')
  error.cause = error
  expect(networkFailure(error, SITE)).toMatchObject({ kind: 'network' })
})
