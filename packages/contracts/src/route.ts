import type { Static, TSchema } from 'typebox'
import type { AccountStep } from './sessions/sessions.constants.js'

/**
 * Who may call a route. `owner` means: signed in, and the thing that `owns` names (its id is the parameter `id`)
 * belongs to the caller; to everyone else that thing is not there (404). There is no default: a route without
 * access does not compile. No path prefix ever decides.
 */
type Access = 'public' | 'user' | 'verified' | 'owner' | 'admin'

/** Things that a route may own; services/api/src/http/access.ts has one loader for each. */
export type Owned = 'upload' | 'image' | 'video' | 'render' | 'work' | 'session' | 'device'

/** Limits that depend on who comes to a Toile; all others stand here alone. */
type LimitSetting = 'signInFailuresPerNetwork' | 'registrationsPerNetwork'

export interface RateLimit {
  /** Calls allowed within the window. */
  calls: number
  windowSeconds: number
  /**
   * What is counted: the caller's network, the signed-in user, their session, the caller (a user with a proven address, or else
   * the network), or the account that the login name of the body finds; or a browser that has signed in before as whom the body names, and then it holds for these alone.
   */
  by: readonly ('address' | 'user' | 'session' | 'caller' | 'login' | 'knownBrowser')[]
  /** Only these are counted in the end; all calls unless said. A fault of ours is neither. */
  counts?: 'failures' | 'successes'
  /** It holds for browsers alone that have not signed in before as whom the body names. */
  unlessKnownBrowser?: true
  /** Calls with this in their body are not counted. */
  unless?: string
  /** Routes with the same pool share the calls. */
  pool?: string
  /** How many calls of the pool one call takes; 1 unless said. */
  cost?: number
  /** What an operator may set in place of `calls`. */
  setting?: LimitSetting
}

/**
 * The limit of what anybody may read: one for all such routes, so that nobody gets more by asking them in turns. A list costs
 * more than one thing, a search more than a list.
 */
export const reads = (cost: 1 | 2 | 5) =>
  [{ pool: 'reads', calls: 6_000, windowSeconds: 60, by: ['caller'], cost }] as const

/**
 * Of what asks for the password of who is signed in. By session first: guesses with a stolen token leave the owner their own.
 */
export const passwordTries = [
  { calls: 10, windowSeconds: 300, by: ['session'] },
  { calls: 50, windowSeconds: 300, by: ['user'] },
] as const

type Method = 'OPTIONS' | 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** A method and a path from the API's root, with `:name` parameters. */
export type Path = `${Method} /${string}`
type Split<P> = P extends `${infer M} ${infer Rest}` ? { method: M; path: Rest } : never
const splitPath = (path: Path) => path.split(' ') as [method: Method, path: string]

export interface Route extends Declared {
  method: Method
  path: string
}

interface Declared {
  summary: string
  access: Access
  owns?: Owned
  /**
   * Half-made accounts that have this step still to do may call it too. Everywhere else their limited token is
   * refused (403), public routes included, where it counts as no token.
   */
  steps?: readonly AccountStep[]
  /**
   * What an open browser alone must not do: the caller has proven within `PROVEN_MINUTES` that it is them, see
   * `reauthenticate`.
   */
  proof?: true
  /** With `owner`: the caller's email must be verified too. */
  verified?: true
  /** A repeated call with the same Idempotency-Key gets the first answer again; the handler runs in one transaction. */
  idempotent?: true
  /**
   * Told on leaving a page, when nobody reads the answer: always answered with `status`, whatever came. The handler looks
   * at the body by itself; no session is looked up.
   */
  beacon?: true
  /** Visitors get the same response to the same address for up to a second, and caches between may keep it as long. */
  shared?: true
  /** Changes what shared responses show: this process makes them anew at once, others within their second. */
  changesShared?: true
  rate?: readonly RateLimit[]
  /** Of a public route without `rate`: why strangers may call it as often as they like. */
  unlimited?: string
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** The fields of a multipart/form-data body, for the description only: the handler reads it as a stream. */
  form?: TSchema
  /** The type of a body of bytes, for the description only. */
  bytes?: string
  /** Headers of the call and of success beyond those of every route, each with what it says; for the description only. */
  headers?: { call?: Record<string, string>; response?: Record<string, string> }
  /** Status and body of success. `null`: no body, or bytes that the handler sends by itself. */
  status: number
  response: TSchema | null
}

/** What strangers may call has a limit, or says why it needs none. */
type Bounded<R extends Declared> = R['access'] extends 'public'
  ? { rate: readonly [RateLimit, ...RateLimit[]] } | { unlimited: string }
  : unknown

type Declarations<P> = { readonly [N in keyof P]: Declared }

/**
 * Declares what is at the paths of a feature, one route for each. Keeps the literal types, so that handler and client know the
 * shapes.
 */
export function declareRoutes<P extends Readonly<Record<string, Path>>, const D extends Declarations<P>>(
  paths: P,
  declared: D & { [N in keyof D]: N extends keyof P ? Bounded<D[N]> : never },
): { [N in keyof P]: D[N] & Split<P[N]> } {
  const routes = Object.entries<Declared>(declared).map(([name, route]) => {
    const [method, path] = splitPath(paths[name]!)
    return [name, { method, path, ...route }]
  })
  return Object.fromEntries(routes) as ReturnType<typeof declareRoutes<P, D>>
}

/** Whether only operators may call it, to change something: the audit log tells of it, and may be told why. */
export function isAudited({ access, method }: Route): boolean {
  return access === 'admin' && method !== 'GET'
}

export type Params<R extends Route> = R['params'] extends TSchema ? Static<R['params']> : Record<never, never>
export type Query<R extends Route> = R['query'] extends TSchema ? Static<R['query']> : Record<never, never>
/** As a handler gets it: what a schema gives a default is there. */
export type CheckedQuery<R extends Route> = Query<R> & { [K in keyof Query<R> & WithDefault]-?: number }
type WithDefault = 'limit' | 'page' | 'pageSize'
export type Body<R extends Route> = R['body'] extends TSchema ? Static<R['body']> : undefined
export type ResponseOf<R extends Route> = R['response'] extends TSchema ? Static<R['response']> : void
