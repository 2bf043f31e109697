import { errors as joseErrors } from 'jose'
import { ToileError } from '@toile/contracts/errors'
import {
  socialProviderNames,
  SOCIAL_TIMEOUT_SECONDS,
  type SocialProvider,
} from '@toile/contracts/sessions/social.constants'

export class ProviderResponseError extends Error {
  readonly status: number

  constructor(status: number, what: string) {
    super(`${what} answered ${status}`)
    this.status = status
  }
}

/**
 * Runs `ask`, which may take `SOCIAL_TIMEOUT_SECONDS` for all its calls together.
 * @throws the ToileErrors of `ask`; REQUEST_TIMEOUT after this time; SOCIAL_REFUSED if the provider refuses the sign-in
 * (for example, because the code was used before) or the ID token is bad; SOCIAL_UNAVAILABLE for any other error
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
    // The OAuth client reports a timeout as 504 while it waits for headers, and as 408 while it reads the body.
    [504, 408].includes(statusOf(cause) ?? 0)
  )
}

/** With 400 or 403, the provider refuses this sign-in. With 401, the provider refuses our client. */
function isRefusal(cause: unknown): boolean {
  // jose throws a plain JOSEError only when it cannot fetch the keys. Its other errors are about the keys or the token.
  if (cause instanceof joseErrors.JOSEError)
    return cause.code !== 'ERR_JOSE_GENERIC' && !(cause instanceof joseErrors.JWKSInvalid)
  return [400, 403].includes(statusOf(cause) ?? 0)
}

/** The HTTP library of the OAuth client throws Boom errors, which hold the status in `output`. */
function statusOf(cause: unknown): number | undefined {
  if (cause instanceof ProviderResponseError) return cause.status
  return (cause as { output?: { statusCode?: number } } | undefined)?.output?.statusCode
}
