import { Readable } from 'node:stream'
import t from '@toile/testing/tap'
import { checkedBody, parseChecksum } from './checksum.js'

const MB = 1024 ** 2
const ofNothing = parseChecksum('sha1 2jmj7l5rSw0yVb/vlWAYkK/YBwk=')
const ended = () => Readable.from([])

await t.test('U16 bytes waiting for their checksum have a total limit, and are freed', async (t) => {
  const endless = new Readable({ read() {} })
  const first = checkedBody(endless, ofNothing, 300 * MB)
  const cut = t.rejects(first.pieces.next(), 'its sender went away')
  const second = checkedBody(ended(), ofNothing, 300 * MB)
  await t.rejects(second.pieces.next(), { code: 'UNAVAILABLE', retryAfterSeconds: 2 })
  await second.close()
  const small = checkedBody(ended(), ofNothing, 200 * MB)
  t.match(await small.pieces.next(), { done: true }, 'there is room for it')
  await small.close()
  await first.close()
  await first.close()
  const third = checkedBody(ended(), ofNothing, 300 * MB)
  t.match(await third.pieces.next(), { done: true })
  await third.close()
  endless.destroy()
  await cut
})
