import t from '@toile/testing/tap'
import { parseOAuthCallback } from './oauth-callback.js'

t.test('reads a code with its state, or the problem, from the callback', async (t) => {
  t.strictSame(parseOAuthCallback('?code=a&state=b'), { code: 'a', state: 'b' })
  t.strictSame(parseOAuthCallback('?error=access_denied&state=b'), { problem: 'denied' })
  t.strictSame(parseOAuthCallback('?error=request_timeout'), { problem: 'timeout' })
  t.strictSame(parseOAuthCallback('?error=invalid_scope'), { problem: 'refused' })
  t.strictSame(parseOAuthCallback('?code=a'), { problem: 'incomplete' })
})
