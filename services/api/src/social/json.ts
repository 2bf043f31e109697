import { ProviderResponseError } from './faults.js'

/** A redirect is an error, too. @throws ProviderResponseError for an HTTP error */
export async function readJson(url: string, signal: AbortSignal, headers: Record<string, string> = {}) {
  const response = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json', ...headers } })
  if (!response.ok) {
    await response.body?.cancel()
    throw new ProviderResponseError(response.status, new URL(url).pathname)
  }
  return (await response.json()) as unknown
}
