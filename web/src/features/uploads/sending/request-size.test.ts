import t from '@toile/testing/tap'
import { local } from '../../../lib/storage.js'
import { createRequestSizer } from './request-size.js'

const MB = 1_000_000
t.beforeEach(() => local.removeItem('upload-piece'))

t.test('goes to the next smaller size after a refusal, and reports when none is left', async (t) => {
  const pieces = createRequestSizer()
  t.equal(pieces.bytes, Infinity)
  t.ok(pieces.refused(500 * MB))
  t.equal(pieces.bytes, 95 * MB, 'below the 100 MB of Cloudflare')
  t.ok(pieces.refused(6 * MB))
  t.equal(pieces.bytes, MB, 'below the 1 MiB of nginx, whatever a rest of a file was')
  t.ok(pieces.refused(MB))
  t.notOk(pieces.refused(pieces.bytes))
})

t.test(
  'reads two cuts in a row at about the same size as a limit, but not others or cuts before any byte',
  async (t) => {
    const pieces = createRequestSizer()
    t.strictSame([20 * MB, 3 * MB, 0, 0, 3 * MB].map(pieces.cut), Array(5).fill('unknown'))
    t.equal(pieces.cut(2.5 * MB), 'smaller')
    t.equal(pieces.bytes, MB)
    t.equal(pieces.cut(MB), 'unknown', 'counted anew')
    pieces.accepted(MB)
    t.equal(pieces.cut(MB), 'unknown', 'what got through in between was no limit')
    t.equal(pieces.cut(MB), 'smaller')
    pieces.cut(40_000)
    t.equal(pieces.cut(40_000), 'hopeless')
  },
)

t.test('starts the next file at the size that got through, for a week', async (t) => {
  const pieces = createRequestSizer()
  pieces.refused(6 * MB)
  pieces.accepted(MB / 2)
  t.equal(createRequestSizer().bytes, Infinity, 'a rest says nothing')
  pieces.accepted(MB)
  t.equal(createRequestSizer().bytes, MB)
  local.setItem('upload-piece', JSON.stringify({ bytes: MB, atMs: Date.now() - 8 * 86_400_000 }))
  t.equal(createRequestSizer().bytes, Infinity)
  for (const broken of ['{', 'null', '{"bytes":-1,"atMs":9e15}', '{"bytes":"x"}']) {
    local.setItem('upload-piece', broken)
    t.equal(createRequestSizer().bytes, Infinity, broken)
  }
})
