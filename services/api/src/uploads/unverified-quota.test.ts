import { rateLimits } from '@toile/testing/processes'
import t from '@toile/testing/tap'
import { readConfig } from '@toile/runtime/config'
import { announce, startTestApi, type Person } from '../test-api.js'

const MEGABYTE = 1024 ** 2

const from = ({ call }: Person, address: string): Pick<Person, 'call'> => ({
  call: (method, path, options = {}) =>
    call(method, path, { ...options, headers: { ...options.headers, 'x-forwarded-for': address } }),
})

await t.test('U16 an operator sets the storage of users without a verified email', async (t) => {
  const unverified = { maxBytes: 2 * MEGABYTE, maxUnfinishedUploads: 1, maxBytesPerNetwork: 50 * MEGABYTE }
  const api = await startTestApi({ unverified })
  t.teardown(() => api.close())
  const refusal = { code: 'UNVERIFIED_LIMIT', message: /2 MB and leave up to 1 of your uploads/ }
  const [una, ned] = [await api.person({ verified: false }), await api.person({ verified: false })]
  t.match(await (await announce(una, 2 * MEGABYTE + 1)).json(), refusal)
  t.equal((await announce(una, 2 * MEGABYTE)).status, 201)
  t.equal((await announce(ned, 1)).status, 201)
  t.match(await (await announce(ned, 1)).json(), refusal)
})

await t.test('U16 unverified accounts of one network share a limit, however many there are', async (t) => {
  const { unverified } = readConfig([], { DATABASE_URL: 'postgres://x', REDIS_URL: 'redis://x' })
  const api = await startTestApi({ trustProxy: '127.0.0.1', limits: rateLimits(100), unverified })
  t.teardown(() => api.close())
  const newcomer = () => api.person({ verified: false })
  const garments = await Promise.all(
    Array.from({ length: 30 }, async () => announce(from(await newcomer(), '198.51.100.1'), 50 * MEGABYTE)),
  )
  t.same(new Set(garments.map(({ status }) => status)), new Set([201]), 'a class of 30 with a garment each')

  const network = (i: number) => `2001:db8:7:7::${i}`
  const first = await newcomer()
  const upload = await announce(from(first, network(0)), 500 * MEGABYTE)
  for (let i = 1; i <= 8; i++) t.equal((await announce(from(await newcomer(), network(i)), 500 * MEGABYTE)).status, 201)
  const una = await newcomer()
  const half = () => announce(from(una, network(10)), 250 * MEGABYTE)
  t.equal((await half()).status, 201)
  const refused = await announce(from(await newcomer(), network(11)), 300 * MEGABYTE)
  t.equal(refused.status, 429)
  const seconds = Number(refused.headers.get('retry-after'))
  t.ok(seconds > 80_000 && seconds <= 86_400, `${seconds}`)
  t.match(await refused.json(), { code: 'UNVERIFIED_NETWORK_LIMIT', message: /\(5000 MB a day\).*again in 24 hours/ })
  t.equal((await half()).status, 201, 'what was refused counts nothing')

  const form = new FormData()
  form.set('purpose', 'cover')
  form.set('file', new Blob([Buffer.alloc(1_000)]), 'cover.png')
  const picture = await fetch(`${api.url}/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${(await newcomer()).token}`, 'x-forwarded-for': network(12) },
    body: form,
  })
  t.match(await picture.json(), { code: 'UNVERIFIED_NETWORK_LIMIT' })
  t.equal((await announce(from(await newcomer(), '2001:db8:7:8::1'), 1)).status, 201, 'another network')
  const headers = { 'tus-resumable': '1.0.0' }
  t.equal(
    (await first.call('DELETE', new URL(upload.headers.get('location')!, api.url).pathname, { headers })).status,
    204,
  )
  t.equal(
    (await announce(from(await newcomer(), network(13)), MEGABYTE)).status,
    201,
    'what was deleted counts no more',
  )
  t.equal((await announce(from(await api.person(), network(1)), 1)).status, 201, 'who has confirmed an email')
})
