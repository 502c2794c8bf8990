/**
 * Loads what a request needs: an HTTP client that honours HTTPS_PROXY, and the parser of event streams. They cost
 * start-up time, so they come with the first request and not with the plugin.
 */
export async function loadLibraries() {
  const [{ EnvHttpProxyAgent, fetch }, { createParser }] = await Promise.all([
    import('undici'),
    import('eventsource-parser'),
  ])
  return { EnvHttpProxyAgent, fetch, createParser }
}

export type Libraries = Awaited<ReturnType<typeof loadLibraries>>
