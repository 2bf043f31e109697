import type { Route } from '@toile/contracts/route'
import type { RouteName } from '@toile/contracts/routes'
import { newId } from '@toile/contracts/ids'
import { sampleOf, type Slot } from './sample.test-support.js'
import { SECRET } from './secrets.test-support.js'
import { caller, type Person, type TestApi } from './test-api.js'

export type Named = [RouteName, Route]
export type Calls = ReturnType<typeof createCalls>

interface Received {
  status: number
  text: string
}

export function createCalls(api: TestApi) {
  /** Injects the call, which takes a third of the time of a real request. Upload protocol calls need a connection. */
  async function send(token: string | undefined, route: Route, url: string, payload?: object): Promise<Received> {
    // The admin pages send this header; it grants nothing.
    const headers = { 'x-admin-request': '1', ...(token && { authorization: `Bearer ${token}` }) }
    if (route.path.startsWith('/uploads') && !payload) {
      const response = await caller(api.url, token)(route.method, url, { headers })
      return { status: response.status, text: await response.text() }
    }
    const response = await api.app.inject({ method: route.method as 'GET', url, headers, ...(payload && { payload }) })
    return { status: response.statusCode, text: response.body }
  }

  async function callWith(
    person: Person,
    [name, route]: Named,
    own: Record<string, string>,
    slot?: Slot,
    id?: string,
    extra?: object,
  ) {
    const [part, ...way] = slot?.split('.') ?? []
    const filled = (param: string) => {
      if (part === 'params' && way[0] === param) return id!
      if (param === 'id') return own[route.owns ?? route.path.split('/')[1]!] ?? newId()
      return own[param] ?? String((sampleOf(route.params) as Record<string, unknown>)[param])
    }
    const path = route.path.replace(/:(\w+)/g, (_, param: string) => filled(param))
    const query = part === 'query' ? `?${way[0]}=${id}` : ''
    const sample = () => sampleOf(route.body, part === 'body' ? way.join('.') : undefined, id) as object
    const { status, text } = await send(person.token, route, path + query, route.body && { ...sample(), ...extra })
    return {
      status,
      text,
      signature: `${name} ${status} ${text.replace(/[0-9a-f-]{36}|[\d-]{10}T[\d:.]+Z|"version":\d+/g, '…')}`,
    }
  }

  /** @returns kind and answer of each id in `secrets` whose answer shows a secret or differs from an unknown id's */
  async function findDistinguishable(
    person: Person,
    one: Named,
    own: Record<string, string>,
    slot: Slot,
    secrets: Record<string, string>,
  ) {
    const ask = (id: string) => callWith(person, one, own, slot, id)
    const nothing = await ask(newId())
    if (nothing.status === 429) throw new Error('a limit answers, not the guard')
    const distinguished: string[] = []
    const kinds = Object.keys(secrets)
    for (let n = 0; n < kinds.length; n += 8) {
      const responses = await Promise.all(
        kinds.slice(n, n + 8).map(async (kind) => ({ kind, ...(await ask(secrets[kind]!)) })),
      )
      for (const { kind, signature, text } of responses)
        if (signature !== nothing.signature || text.includes(SECRET)) distinguished.push(`${kind}: ${text}`)
    }
    return distinguished
  }

  return { send, callWith, findDistinguishable }
}
