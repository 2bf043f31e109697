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

/** How a person is asked to prove who they are: by a screen of a feature, of which nothing here knows. */
export const reauthentication = { ask: async () => false }
const TIMEOUT_MS = 30_000
/** A picture of 25 MB over a slow line. */
const FORM_TIMEOUT_MS = 180_000

export interface Done<T> {
  code: 0
  data: T
}
export interface Failed {
  code: typeof FAILED
  /** The server's stable code, or NETWORK or TIMEOUT. */
  serverCode: string
  /** In the reader's language. */
  message: string
  /** HTTP status; 0 where no answer came. */
  status: number
  fields: Record<string, string[]>
  /** Whether a toast says it already. */
  isShown: boolean
}

/** The message for a response that is not the API's: a proxy on the way has responded, with a text of its own or none. */
export const nonApiErrorMessage = (status: number): string =>
  translate(status === 413 ? 'errors.refusedOnTheWay' : 'errors.network')

export interface CallOptions {
  /** A repeated POST with the same key gets the first answer again. */
  idempotencyKey?: string
  /** Why an operator does it, for the audit log; where the action asks for a reason, that is in its body. */
  reason?: string
  /** The screen shows the failure itself: no toast. */
  quiet?: boolean
  /** Nobody asked for it: an unfinished account is not led away from where it is. */
  background?: boolean
  /** It asks for the password by itself, where it needs one. */
  handlesReauthentication?: boolean
  /** Gets there also when the page is gone before; at most 64 KiB. */
  keepalive?: boolean
  signal?: AbortSignal
}

/**
 * Calls the API at a path. Never rejects: a failure resolves with code FAILED and is shown as a toast; 401 leads to the
 * sign-in page.
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
  // What an open browser alone must not do: once the person has proven that it is them it is done after all.
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
      // A form names its own type, with the line that parts its fields.
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

/** Headers of every request to the API, also of the upload protocol's. */
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
  // An answer to the session before this one says nothing about this one.
  const unauthenticated = (failed.status === 401 || failed.message.includes('Unauthenticated')) && token === getToken()
  const byCaller = signal?.aborted ?? false
  const isShown = !byCaller && (!quiet || unauthenticated)
  if (isShown) toast('error', failed.message, { durationMs: toastTimes.request })
  if (unauthenticated) void goToSignIn()
  // A session that may do nothing but bind an email is led there.
  else if (failed.serverCode === 'ACCOUNT_UNFINISHED' && !background) void navigateTo(paths.bindEmail)
  return { code: FAILED, ...failed, isShown: isShown || byCaller }
}

let leaving = false

/** While an account is being deleted, its ended session leads nowhere: the page leaves by itself. `false` ends that. */
export function suppressSignInRedirect(does: boolean): void {
  leaving = does
}

/**
 * To the sign-in page, back to where we are afterwards, unless already there; then the session is forgotten. In this
 * order, because the page that is left would ask for its data again as a visitor, and be refused again.
 */
export async function goToSignIn(): Promise<void> {
  if (leaving) return
  leaving = true
  const token = getToken()
  const here = location.pathname + location.search
  try {
    if (location.pathname !== '/login/signin') await navigateTo(paths.signIn(safeBackUrl(here, location.origin)))
  } finally {
    leaving = false
    // A visitor has none to forget, and meanwhile another tab may have signed in.
    if (token && getToken() === token) endSession()
  }
}
