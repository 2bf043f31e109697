import type { Path } from '@toile/contracts/route'
import { safeBackUrl } from './back-url.js'
import { addressOf } from './hosts.js'
import { currentLanguage, translate } from '../i18n/index.js'
import { navigateTo } from './navigation.js'
import { paths } from './paths.js'
import { fillPath, isAdminRequest, splitPath, toQuery, withoutApiPrefix, withoutEmpty } from './payload.js'
import { endSession, getToken } from './session.js'
import { toastTimes } from '../ui/toasts/toast-times.js'
import { toast } from '../ui/toasts/toasts.js'

/** The code of every failed call: the maximum safe integer, so that it is never a real code. */
export const FAILED = 9007199254740991
export const REAUTHENTICATION_REQUIRED = 'REAUTHENTICATION_REQUIRED'

/** `ask` resolves to whether the user confirmed the password. The app sets it, because lib must not import features. */
export const reauthentication = { ask: async () => false }
const TIMEOUT_MS = 30_000
/** Enough for a form with a file of 25 MB at 1.2 Mbit/s. use-image-upload.ts limits only the time without progress. */
const FORM_TIMEOUT_MS = 180_000

export interface Done<T> {
  code: 0
  data: T
}
export interface Failed {
  code: typeof FAILED
  /** The server's stable code, NETWORK, TIMEOUT, or the HTTP status as text if the answer has no code. */
  serverCode: string
  message: string
  /** The HTTP status, or 0 if no complete answer came. */
  status: number
  fields: Record<string, string[]>
  isShown: boolean
}

/** Message for an answer that a proxy gave instead of the API. */
export const nonApiErrorMessage = (status: number): string =>
  translate(status === 413 ? 'errors.refusedOnTheWay' : 'errors.network')

export interface CallOptions {
  /** A repeated call of a route that is `idempotent` gets the first response again if it has the same key. */
  idempotencyKey?: string
  /** An administrator's optional reason for the audit log. If an action requires a reason, the body contains it. */
  reason?: string
  quiet?: boolean
  /** The user did not trigger this call, so ACCOUNT_UNFINISHED does not lead to the page that binds an email. */
  background?: boolean
  handlesReauthentication?: boolean
  /** The request continues after the page is closed. All such requests in flight may send at most 64 KiB together. */
  keepalive?: boolean
  signal?: AbortSignal
}

/**
 * Never rejects. A failure resolves with code FAILED and shows a toast unless the call is `quiet` or its caller aborted
 * it. A 401 for the current session shows its toast even if the call is `quiet`, and leads to sign-in.
 */
export async function request(
  path: Path,
  input: object = {},
  options: CallOptions = {},
): Promise<Done<unknown> | Failed> {
  const token = getToken()
  const failed = (serverCode: string, message: string, status = 0, fields: Failed['fields'] = {}) =>
    fail({ serverCode, message, status, fields }, options, token)
  const { url, init } = requestOf(path, input, options)
  let response: Response
  let body: unknown
  try {
    response = await fetch(url, init)
    body = response.headers.get('content-type')?.includes('json') ? await response.json() : undefined
  } catch (error) {
    return (error as Error).name === 'TimeoutError'
      ? failed('TIMEOUT', translate('errors.timeout'))
      : failed('NETWORK', translate('errors.network'))
  }
  const { status, ok } = response
  if (ok) return { code: 0, data: body }
  const { code, message, fields } = (body ?? {}) as { code?: string; message?: string; fields?: Failed['fields'] }
  // The action needs the password again. The request is repeated once the user has confirmed the password.
  if (code === REAUTHENTICATION_REQUIRED && !options.handlesReauthentication && (await reauthentication.ask()))
    return request(path, input, options)
  return failed(code ?? String(status), message ?? nonApiErrorMessage(status), status, fields)
}

function requestOf(of: Path, input: object, options: CallOptions) {
  const [method, path] = splitPath(of)
  const { address, rest } = fillPath(withoutApiPrefix(path), input)
  const isGet = method === 'GET'
  const isForm = rest instanceof FormData
  const sendsBody =
    method === 'POST' ||
    method === 'PUT' ||
    method === 'PATCH' ||
    (method === 'DELETE' && Object.keys(withoutEmpty(rest)).length > 0)
  const timeout = AbortSignal.timeout(isForm ? FORM_TIMEOUT_MS : TIMEOUT_MS)
  const init: RequestInit = {
    method,
    headers: {
      ...callHeaders(address),
      // For a form, the browser sets the content type, because only the browser knows the multipart boundary.
      ...(sendsBody && !isForm && { 'content-type': 'application/json' }),
      ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
      ...(options.reason && { 'toile-reason': encodeURIComponent(options.reason) }),
    },
    keepalive: options.keepalive ?? false,
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    ...(sendsBody && { body: isForm ? rest : JSON.stringify(withoutEmpty(rest)) }),
  }
  return { url: addressOf(isGet ? address + toQuery(rest) : address), init }
}

/** Headers of API requests. Uploads and downloads that do not use request() send these headers, too. */
export function callHeaders(path: string): Record<string, string> {
  const token = getToken()
  return {
    accept: 'application/json',
    'accept-language': currentLanguage(),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(isAdminRequest(path, location.pathname) && { 'x-admin-request': '1' }),
  }
}

function fail(
  failed: Omit<Failed, 'code' | 'isShown'>,
  { quiet, background, signal }: CallOptions,
  token: string | undefined,
): Failed {
  // A 401 concerns only the session that sent the request, not a newer one.
  const unauthenticated = (failed.status === 401 || failed.message.includes('Unauthenticated')) && token === getToken()
  const byCaller = signal?.aborted ?? false
  const isShown = !byCaller && (!quiet || unauthenticated)
  if (isShown) toast('error', failed.message, { durationMs: toastTimes.request })
  if (unauthenticated) void goToSignIn()
  // Until an unfinished account has an email, its session may do little more than bind one.
  else if (failed.serverCode === 'ACCOUNT_UNFINISHED' && !background) void navigateTo(paths.bindEmail)
  return { code: FAILED, ...failed, isShown: isShown || byCaller }
}

let leaving = false

/** While an account is deleted, its ended session must not lead to sign-in, because PersonalData.tsx navigates home. */
export function suppressSignInRedirect(does: boolean): void {
  leaving = does
}

/** Navigates before the session ends. Otherwise the old page would refetch as a visitor and be refused again. */
export async function goToSignIn(): Promise<void> {
  if (leaving) return
  leaving = true
  const token = getToken()
  const here = location.pathname + location.search
  try {
    if (location.pathname !== '/login/signin') await navigateTo(paths.signIn(safeBackUrl(here, location.origin)))
  } finally {
    leaving = false
    // A visitor has no session to end, and another tab may have signed in meanwhile.
    if (token && getToken() === token) endSession()
  }
}
