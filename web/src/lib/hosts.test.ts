import t from '@toile/testing/tap'
import { hostsFor } from './hosts.js'

t.test("takes hosts from the map by the page's origin, otherwise that origin", async (t) => {
  const production = { api: 'https://api.toile.example', socket: 'https://live.toile.example' }
  const map = { 'https://www.toile.example': production, 'https://test.toile.example': { api: 'https://api.test' } }
  t.strictSame(hostsFor('https://www.toile.example', map), production)
  t.strictSame(hostsFor('https://test.toile.example', map), { api: 'https://api.test', socket: '' })
  for (const origin of ['http://www.toile.example', 'https://toile.example', 'constructor'])
    t.strictSame(hostsFor(origin, map), { api: '', socket: '' })
})
