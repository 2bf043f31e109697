import t from '@toile/testing/tap'
import { blurUrl } from './blurhash.js'

// The drawing of a sound hash needs a canvas, which only browsers have.

t.test('draws nothing for a malformed hash', async (t) => {
  for (const hash of ['', 'x', 'é123', '\u{1f457}', 'LEHV6nWB2yk8pyo0adR*.7kCMdn', 'LEHV6nWB2yk8pyo0adR*.7kCMd"j'])
    t.equal(blurUrl(hash), '', hash)
})
