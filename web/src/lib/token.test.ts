import t from '@toile/testing/tap'
import { claimsOf, tokenOf } from './token.js'

t.test('reads a token as JSON text, and gives none for what it cannot decode', async (t) => {
  t.equal(tokenOf('"a.b.c"'), 'a.b.c')
  for (const bad of [undefined, '', '""', 'a.b.c', '{"a":1}', '7', 'null', '"a']) t.equal(tokenOf(bad), undefined)
  const token = `x.${btoa(JSON.stringify({ sub: 'u', exp: 7, sid: 's' }))}.y`
  t.strictSame(claimsOf(token), { sub: 'u', exp: 7 })
  for (const bad of [undefined, 'a.b.c', 'x', `x.${btoa('{}')}.y`]) t.equal(claimsOf(bad), undefined)
})
