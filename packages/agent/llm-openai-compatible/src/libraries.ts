/**
 * Loads what a request needs: an HTTP client that honours HTTPS_PROXY, and the reader of answers. Both cost start-up
 * time, so they come with the first request and not with the plugin.
 */
export async function loadLibraries() {
  const [{ EnvHttpProxyAgent, fetch }, { createOpenAICompatible }] = await Promise.all([
    import('undici'),
    import('@ai-sdk/openai-compatible'),
  ])
  return { EnvHttpProxyAgent, fetch, createOpenAICompatible }
}

export type Libraries = Awaited<ReturnType<typeof loadLibraries>>
