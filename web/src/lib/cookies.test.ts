import t from '@toile/testing/tap'
import { cookieText } from './cookies.js'

t.test('sets cookies for the whole site, which expire only by a positive time', async (t) => {
  t.equal(cookieText('token', '"a;b"'), 'token=%22a%3Bb%22; path=/; SameSite=Lax')
  t.notMatch(cookieText('a', 'b', -5), /expires/)
  t.notMatch(cookieText('a', 'b', Number.NaN), /expires/)
  t.equal(cookieText('a', 'b', 1, true), 'a=b; path=/; SameSite=Lax; expires=Thu, 01 Jan 1970 00:00:00 GMT; Secure')
})
