import t from '@toile/testing/tap'
import { wayBackOf } from './way-back.js'

t.test('the way back from a provider is a code with its state, or what went wrong', async (t) => {
  t.strictSame(wayBackOf('?code=a&state=b'), { code: 'a', state: 'b' })
  t.strictSame(wayBackOf('?error=access_denied&state=b'), { problem: 'denied' })
  t.strictSame(wayBackOf('?error=request_timeout'), { problem: 'timeout' })
  t.strictSame(wayBackOf('?error=invalid_scope'), { problem: 'refused' })
  t.strictSame(wayBackOf('?code=a'), { problem: 'incomplete' })
})
