import { errors as joseErrors } from 'jose'
import { ToileError } from '@toile/contracts/errors'
import {
  socialProviderNames,
  SOCIAL_TIMEOUT_SECONDS,
  type SocialProvider,
} from '@toile/contracts/sessions/social.constants'

/** A provider responded with something other than what it should: an HTTP error, or what cannot be read. */
export class ProviderResponseError extends Error {
  readonly status: number

  constructor(status: number, what: string) {
    super(`${what} answered ${status}`)
    this.status = status
  }
}

/**
 * Runs all calls of one sign-in to its provider, within `SOCIAL_TIMEOUT_SECONDS` together. Throws REQUEST_TIMEOUT,
 * SOCIAL_REFUSED (it does not vouch for the person: a used code, a bad ID token) or SOCIAL_UNAVAILABLE.
 */
export async function callProvider<T>(provider: SocialProvider, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(SOCIAL_TIMEOUT_SECONDS * 1_000)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  try {
    return await Promise.race([ask(signal), late])
  } catch (cause) {
    throw cause instanceof ToileError ? cause : fault(provider, cause)
  }
}

function fault(provider: SocialProvider, cause: unknown): ToileError {
  const options = { params: { provider: socialProviderNames[provider] }, cause }
  if (isTimeout(cause)) return new ToileError('REQUEST_TIMEOUT', options)
  if (isRefusal(cause)) return new ToileError('SOCIAL_REFUSED', options)
  return new ToileError('SOCIAL_UNAVAILABLE', { ...options, retryAfterSeconds: 10 })
}

function isTimeout(cause: unknown): boolean {
  return (
    cause instanceof joseErrors.JWKSTimeout ||
    (cause instanceof Error && cause.name === 'TimeoutError') ||
    // The OAuth client's own: for the head of an answer, then for its body.
    [504, 408].includes(statusOf(cause) ?? 0)
  )
}

/** 400 and 403 speak of this sign-in; 401 means that the provider does not know us, which is nothing to do with it. */
function isRefusal(cause: unknown): boolean {
  // Failing to fetch the keys is jose's only plain JOSEError; all others say what is wrong with the token.
  if (cause instanceof joseErrors.JOSEError) return cause.code !== 'ERR_JOSE_GENERIC'
  return [400, 403].includes(statusOf(cause) ?? 0)
}

/** The HTTP status behind an error; those of the OAuth client's HTTP library are Boom's. */
function statusOf(cause: unknown): number | undefined {
  if (cause instanceof ProviderResponseError) return cause.status
  return (cause as { output?: { statusCode?: number } } | undefined)?.output?.statusCode
}
