import fc from 'fast-check'
import t from '@toile/testing/tap'
import { safeBackUrl } from './back-url.js'

const ORIGIN = 'https://toile.example'

t.test('accepts a path of this site that is not a sign-in page', async (t) => {
  const rows: [string | null, string][] = [
    ['/upload', '/upload'],
    ['/admin/works?tab=draft#x', '/admin/works?tab=draft#x'],
    ['/project/a%2Fb', '/project/a%2Fb'],
    ['/project/1?a=b#c', '/project/1?a=b#c'],
    [null, '/'],
    ['', '/'],
    ['upload', '/'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['///evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/\n/evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/x/..//evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/login/signin?backUrl=/login/signin', '/'],
    ['/x/../login/signin', '/'],
    ['/LOGIN/signin', '/'],
    ['/logins', '/logins'],
    ['/socials', '/socials'],
  ]
  for (const [wanted, result] of rows) t.equal(safeBackUrl(wanted, ORIGIN), result, String(wanted))
})

t.test('R01 sends a backUrl to another site, in every disguise, to the home page', async (t) => {
  const refused = [
    '//evil',
    '/\\evil',
    '/%2f/evil',
    '/%2F%2Fevil',
    '/%5cevil\\',
    'https:evil',
    '/\t/evil',
    'javascript:alert(1)',
    'data:text/html,x',
    '/%09//evil',
    '/..//evil',
    '\u2028',
    '/\u2028/evil',
    '/a?backUrl=//evil',
    `/${'a'.repeat(8_192)}`,
    '/%E0%A4%A',
    '/social/google/login',
  ]
  for (const wanted of refused) t.equal(safeBackUrl(wanted, ORIGIN), '/', encodeURI(wanted).slice(0, 40))
})

t.test('R01 keeps the origin for any backUrl', async () => {
  const nasty = fc.array(
    fc.constantFrom('/', '\\', '.', '%2f', '%5c', '\t', '\n', ':', '@', '?', '#', 'evil', '\u2028'),
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    nasty.map((parts) => `/${parts.join('')}`),
    fc.webUrl(),
  )
  fc.assert(
    fc.property(texts, (wanted) => {
      const result = safeBackUrl(wanted, ORIGIN)
      return /^\/(?!\/)/.test(result) && new URL(result, ORIGIN).origin === ORIGIN
    }),
    { numRuns: 1_000 },
  )
})

t.test('R02 never leads back to signing in, nor nests', async (t) => {
  t.equal(safeBackUrl('/login/signin?backUrl=/login/signin', ORIGIN), '/')
  t.equal(safeBackUrl('/%6cogin/signin', ORIGIN), '/')
})
