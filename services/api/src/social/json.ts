import { ProviderAnswer } from './faults.js'

/** Reads JSON from a provider; throws ProviderAnswer for an HTTP error. Redirects are not followed. */
export async function readJson(url: string, signal: AbortSignal, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json', ...headers } })
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new ProviderAnswer(answer.status, new URL(url).pathname)
  }
  return (await answer.json()) as unknown
}
