import type { IncomingMessage } from 'node:http'
import t from '@toile/testing/tap'
import { createClientAddress, networkOf } from './client-address.js'

t.test("counts callers by address, for IPv6 by a customer's /64", (t) => {
  const rows: [address: string, network: string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    // Azure's Application Gateway sends the address with its port.
    ['203.0.113.7:50123', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ]
  for (const [address, network] of rows) t.equal(networkOf(address), network, address)
  t.end()
})

await t.test('a closed connection has no address, and is not counted', (t) => {
  const gone = { connection: {}, socket: {}, headers: {} } as unknown as IncomingMessage
  t.equal(createClientAddress('loopback')(gone), '')
  t.equal(networkOf(undefined), '')
  t.end()
})
