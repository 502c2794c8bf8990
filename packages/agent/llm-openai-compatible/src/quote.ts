/** Shorter values are no credentials, and taking them out would make messages unreadable. */
const MIN_SECRET_LENGTH = 5
const MAX_QUOTE_LENGTH = 200

/** Makes foreign text fit for one line of a message: no credential, no control character, at most 200 characters. */
export type Quote = (text: string) => string

/** A quote that takes out `secrets`, also where they stand percent-encoded or as JSON text. */
export function createQuote(secrets: readonly string[]): Quote {
  const forms = secrets
    .flatMap((secret) => [secret, secret.replace(/^\S+ /, '')]) // The second without a scheme such as Bearer.
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .toSorted((a, b) => b.length - a.length)
  return (text) => {
    const safe = forms.reduce((rest, form) => rest.replaceAll(form, '[redacted]'), text.toWellFormed())
    const line = safe.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
    return line.length <= MAX_QUOTE_LENGTH ? line : `${line.slice(0, MAX_QUOTE_LENGTH - 1).toWellFormed()}…`
  }
}
