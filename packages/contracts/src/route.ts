import type { Static, TSchema } from 'typebox'
import type { AccountStep } from './sessions/sessions.constants.js'
import { IdParams } from './shapes.js'

/**
 * `owner` admits only the owner of the thing that the path's `:id` names. `owns` is the kind of the thing. Other users
 * get 404. Each route must state its access, which never depends on a path prefix.
 */
type Access = 'public' | 'user' | 'verified' | 'owner' | 'admin'

export type Owned = 'upload' | 'image' | 'video' | 'render' | 'work' | 'session' | 'device'

/** Limits that an operator can set, because they depend on the installation's users. */
type LimitSetting = 'signInFailuresPerNetwork' | 'registrationsPerNetwork'

export interface RateLimit {
  calls: number
  windowSeconds: number
  /**
   * Whose calls are counted. Several entries form one key. `address` is the network. `caller` is the user if their
   * email is verified, otherwise the network. `login` is the account that the body's `login` names or, if there is no
   * such account, the cleaned text. `knownBrowser` applies only to browsers that have signed in to that account before,
   * and counts each browser separately.
   */
  by: readonly ('address' | 'user' | 'session' | 'caller' | 'login' | 'knownBrowser')[]
  /** By default all calls count. A server error counts neither as a failure nor as a success. */
  counts?: 'failures' | 'successes'
  /** Calls do not count if the browser has signed in before to the account that the body's `login` names. */
  unlessKnownBrowser?: true
  /** Calls with this field in the body do not count. */
  unless?: string
  pool?: string
  cost?: number
  setting?: LimitSetting
}

/** One shared limit for all public reads, so that switching routes gains nothing. Lists and searches cost more. */
export const reads = (cost: 1 | 2 | 5) =>
  [{ pool: 'reads', calls: 6_000, windowSeconds: 60, by: ['caller'], cost }] as const

/** For password checks. A session's limit is lower, so that guesses with a stolen token do not lock out the owner. */
export const passwordTries = [
  { calls: 10, windowSeconds: 300, by: ['session'] },
  { calls: 50, windowSeconds: 300, by: ['user'] },
] as const

type Method = 'OPTIONS' | 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Path = `${Method} /${string}`
type Split<P> = P extends `${infer M} ${infer Rest}` ? { method: M; path: Rest } : never
const splitPath = (path: Path) => path.split(' ') as [method: Method, path: string]

export interface Route extends Declared {
  method: Method
  path: string
  status: number
}

interface Declared {
  /** Verb first, in the third person: "Lists …", "Returns …". */
  summary: string
  access: Access
  owns?: Owned
  /**
   * The account steps that a user can do here with a limited token, which unfinished accounts have. A route without the
   * step refuses such a token with 403. If the route is public, it ignores the token instead.
   */
  steps?: readonly AccountStep[]
  /** Requires reauthentication within `PROVEN_MINUTES`, so that an unattended browser is not enough. */
  proof?: true
  verified?: true
  /** A call with an Idempotency-Key runs in one transaction. A repeat of the call gets the first response again. */
  idempotent?: true
  /**
   * For calls that a browser sends when leaving a page: the response is always `status`, the handler checks the body,
   * and no session is looked up.
   */
  beacon?: true
  /** Responses to visitors are cached for up to a second in this process, then for up to another second in proxies. */
  shared?: true
  /** A call clears the shared responses of this process. Those of other processes and proxies expire within 2 s. */
  changesShared?: true
  rate?: readonly RateLimit[]
  unlimited?: string
  /** By default `IdParams` if `:id` is the path's only parameter. */
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** Fields of a multipart/form-data body, for OpenAPI only: the handler parses and checks them. */
  form?: TSchema
  /** Content type of a binary body, for OpenAPI only. */
  bytes?: string
  headers?: { call?: Record<string, string>; response?: Record<string, string> }
  /** Status on success. The default is 200 with a `response`, otherwise 204. */
  status?: number
  /** Missing if the response has no body, or the handler sends bytes. */
  response?: TSchema
}

type Bounded<R extends Declared> = R['access'] extends 'public'
  ? { rate: readonly [RateLimit, ...RateLimit[]] } | { unlimited: string }
  : unknown

type Declarations<P> = { readonly [N in keyof P]: Declared }

type NamesIn<P> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never
type HasOnlyId<P> = ['id', NamesIn<P>] extends [NamesIn<P>, 'id'] ? true : false
type Filled<D, P> = D &
  Split<P> & { status: number } & (D extends { params: TSchema }
    ? unknown
    : HasOnlyId<P> extends true
      ? { params: typeof IdParams }
      : unknown)

/** Adds the method and the path, and the defaults of `status` and `params`. */
export function declareRoutes<P extends Readonly<Record<string, Path>>, const D extends Declarations<P>>(
  paths: P,
  declared: D & { [N in keyof D]: N extends keyof P ? Bounded<D[N]> : never },
): { [N in keyof P]: Filled<D[N], P[N]> } {
  const routes = Object.entries<Declared>(declared).map(([name, route]) => {
    const [method, path] = splitPath(paths[name]!)
    const hasOnlyId = path.match(/:\w+/g)?.join() === ':id'
    const status = route.response ? 200 : 204
    return [name, { method, path, status, ...(hasOnlyId && { params: IdParams }), ...route }]
  })
  return Object.fromEntries(routes) as ReturnType<typeof declareRoutes<P, D>>
}

/** Only administrators' changes are audited. */
export function isAudited({ access, method }: Route): boolean {
  return access === 'admin' && method !== 'GET'
}

export type Params<R extends Route> = R['params'] extends TSchema ? Static<R['params']> : Record<never, never>
export type Query<R extends Route> = R['query'] extends TSchema ? Static<R['query']> : Record<never, never>
export type CheckedQuery<R extends Route> = Query<R> & { [K in keyof Query<R> & WithDefault]-?: number }
type WithDefault = 'limit' | 'page' | 'pageSize'
export type Body<R extends Route> = R['body'] extends TSchema ? Static<R['body']> : undefined
export type ResponseOf<R extends Route> = R['response'] extends TSchema ? Static<R['response']> : void
