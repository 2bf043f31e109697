import t from '@toile/testing/tap'
import { addressOf, localAddress } from './local-address.js'

t.test('a server is reached at the address that it listens on', (t) => {
  const addresses = {
    '127.0.0.1': ['http://127.0.0.1:80', 'http://localhost:80'],
    '0.0.0.0': ['http://127.0.0.1:80', 'http://localhost:80'],
    '::': ['http://127.0.0.1:80', 'http://localhost:80'],
    '127.0.0.2': ['http://127.0.0.2:80', 'http://127.0.0.2:80'],
    '::1': ['http://[::1]:80', 'http://[::1]:80'],
    '192.168.1.7': ['http://192.168.1.7:80', 'http://192.168.1.7:80'],
    'studio.local': ['http://studio.local:80', 'http://studio.local:80'],
  }
  for (const [host, [here, forPeople]] of Object.entries(addresses)) {
    t.equal(localAddress(host, 80), here)
    t.equal(addressOf(host, 80), forPeople)
  }
  t.end()
})
