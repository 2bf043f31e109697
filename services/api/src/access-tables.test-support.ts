import { caller } from './test-api.js'

const resumable = { 'tus-resumable': '1.0.0' }

const bodies: [RegExp, (argument: string) => object][] = [
  [/^POST \/works\/\S+\/comments$/, () => ({ body: 'A remark' })],
  [/^PUT \S+\/progress$/, () => ({ seconds: 1 })],
  [/^POST \/reports$/, (id) => ({ kind: 'work', id, reason: 'Stolen' })],
  [/^POST \/studio\/lease$/, (deviceToken) => ({ deviceToken })],
]

export function callRow(url: string, row: string, token: string | undefined): Promise<Response> {
  const [way, ...rest] = row.split(' ')
  if (way === 'PAGE') {
    const cookie = token && `token=${encodeURIComponent(JSON.stringify(token))}`
    return fetch(url + rest[0]!, { headers: { accept: 'text/html', ...(cookie && { cookie }) } })
  }
  const call = caller(url, token)
  if (way === 'TUS') return byTus(call, rest[0]!, rest[1]!)
  const to = rest[0]!
  if (to.startsWith('/oembed')) {
    const page = `${url}/project/${to.split('=')[1]!}`
    return call(way!, `/oembed?${new URLSearchParams({ url: page })}`)
  }
  const [path = '', argument = ''] = to.split('?')
  const body = bodies.find(([pattern]) => pattern.test(`${way} ${path}`))?.[1](argument)
  return body ? call(way!, path, { body }) : call(way!, to)
}

function byTus(call: ReturnType<typeof caller>, method: string, to: string): Promise<Response> {
  if (method !== 'POST') {
    const bytes = { ...resumable, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    return call(method, to, { headers: method === 'PATCH' ? bytes : resumable, ...(method === 'PATCH' && { body: 1 }) })
  }
  const [path = '', query] = to.split('?')
  const kind = new URLSearchParams(query).get('kind') ?? 'model'
  const pairs = Object.entries({ filename: 'dress.glb', kind })
  const metadata = pairs.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(',')
  return call('POST', path, { headers: { ...resumable, 'upload-length': '4', 'upload-metadata': metadata } })
}
