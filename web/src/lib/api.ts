import { paths } from '@toile/contracts/paths'
import type { Body, Params, Path, Query, ResponseOf, Route } from '@toile/contracts/route'
import type { RouteName, Routes } from '@toile/contracts/routes'
import { toastTimes } from '../ui/toasts/toast-times.js'
import { toast } from '../ui/toasts/toasts.js'
import { FAILED, request, type CallOptions, type Failed } from './request.js'

/**
 * The input of a call. For a form, the input is FormData. Otherwise it is one object with the path parameters and with
 * the query (GET) or the body. No path parameter shares its name with a field of the query or body.
 */
type Input<R extends Route> = R extends { form: object }
  ? FormData
  : Params<R> & (R['method'] extends 'GET' ? Query<R> : Body<R> extends undefined ? unknown : Body<R>)
type Arguments<R extends Route> =
  Record<never, never> extends Input<R>
    ? [input?: Input<R>, options?: CallOptions]
    : [input: Input<R>, options?: CallOptions]

type Call<R extends Route> = (...input: Arguments<R>) => Promise<ResponseOf<R>>
type Client<P> = { readonly [N in keyof P]: N extends RouteName ? Call<Routes[N]> : never }

/** Calls routes by name. A failed call rejects with an ApiError. Unless its `isShown` is true, nothing shows it yet. */
export function clientOf<P extends Readonly<Record<string, Path>>>(of: P): Client<P> {
  const call = (path: Path) => async (input?: object, options?: CallOptions) => {
    const result = await request(path, input, { ...options, quiet: true })
    if (result.code === FAILED) throw new ApiError(result)
    return result.data
  }
  return Object.fromEntries(Object.entries(of).map(([name, path]) => [name, call(path)])) as Client<P>
}

/** All routes except the backstage ones, which are in backstage-api.ts. Example: `api.cancelRender({ id })`. */
export const api = clientOf(paths)

export class ApiError extends Error {
  /** The server's stable code, NETWORK or TIMEOUT, or the HTTP status as text if the answer has no code. */
  readonly code: string
  /** The HTTP status, or 0 without an answer. */
  readonly status: number
  readonly fields: Failed['fields']
  readonly isShown: boolean
  constructor(failed: Failed) {
    super(failed.message)
    this.code = failed.serverCode
    this.status = failed.status
    this.fields = failed.fields
    this.isShown = failed.isShown
  }
}

/** Whether the server refused the call and did nothing. It is false if the answer was lost or is a server error. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/** Shows an ApiError as a toast, unless it was shown or the caller aborted the call. `message` replaces its text. */
export function showError(error: unknown, message?: string): void {
  if (!(error instanceof ApiError)) console.error(error)
  else if (!error.isShown) toast('error', message ?? error.message, { durationMs: toastTimes.request })
}
