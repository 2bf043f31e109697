import fc from 'fast-check'
import { expect } from 'playwright/test'
import { safeBackUrl } from '../src/back-url.js'
import { cookieText } from '../src/cookies.js'
import { shouldReload } from '../src/errors.js'
import { deviceOf } from '../src/features/account/device.js'
import { isDirty, patchOf } from '../src/features/account/profile-patch.js'
import { wayBackOf } from '../src/features/login/way-back.js'
import { isExempt, signInAddress } from '../src/guard-rules.js'
import { hostsFor } from '../src/hosts.js'
import { withName } from '../src/name-list.js'
import { claimsOf, tokenOf } from '../src/token.js'
import { toastTimes, toastTopPx } from '../src/ui/toast-times.js'
import { cropLimits, moved, resized, rounded, turned } from '../src/ui/crop/section.js'
import { userDetailOf } from '../src/user-detail.js'
import { test } from './test.js'

// The rules of accounts that need no page.

const origin = 'https://toile.example'

test('R01 backUrl in every disguise of another site is the home page', () => {
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
  for (const wanted of refused) expect(safeBackUrl(wanted, origin), wanted.slice(0, 40)).toBe('/')
  expect(safeBackUrl('/project/1?a=b#c', origin)).toBe('/project/1?a=b#c')
  expect(safeBackUrl('/socials', origin)).toBe('/socials')
})

test('R01 whatever backUrl says, its origin is ours', () => {
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
      const result = safeBackUrl(wanted, origin)
      return /^\/(?!\/)/.test(result) && new URL(result, origin).origin === origin
    }),
    { numRuns: 1_000 },
  )
})

test('R02 the way back never leads to signing in, nor nests', () => {
  expect(safeBackUrl('/login/signin?backUrl=/login/signin', origin)).toBe('/')
  expect(safeBackUrl('/%6cogin/signin', origin)).toBe('/')
})

test('a visitor is sent to sign in with the way back, but from an exempt page with the one they have', () => {
  expect(signInAddress('/admin/works?tab=draft', '/', '', origin)).toBe(
    '/login/signin?backUrl=%2Fadmin%2Fworks%3Ftab%3Ddraft',
  )
  expect(signInAddress('/upload', '/login/signin', '?backUrl=/project/1', origin)).toBe(
    '/login/signin?backUrl=%2Fproject%2F1',
  )
  for (const from of ['/login/register', '/social/google/login', '/agreement/agree'])
    expect(signInAddress('/upload', from, '', origin)).toBe('/login/signin')
  expect(isExempt('/agreements')).toBe(false)
})

test('a token is JSON text; what cannot be decoded is none', () => {
  expect(tokenOf('"a.b.c"')).toBe('a.b.c')
  for (const bad of [undefined, '', '""', 'a.b.c', '{"a":1}', '7', 'null', '"a']) expect(tokenOf(bad)).toBeUndefined()
  const token = `x.${btoa(JSON.stringify({ sub: 'u', exp: 7, sid: 's' }))}.y`
  expect(claimsOf(token)).toEqual({ sub: 'u', exp: 7 })
  for (const bad of [undefined, 'a.b.c', 'x', `x.${btoa('{}')}.y`]) expect(claimsOf(bad)).toBeUndefined()
})

test('cookies are set for the whole site, and expire only by a positive time', () => {
  expect(cookieText('token', '"a;b"')).toBe('token=%22a%3Bb%22; path=/; SameSite=Lax')
  expect(cookieText('a', 'b', -5)).not.toContain('expires')
  expect(cookieText('a', 'b', Number.NaN)).not.toContain('expires')
  expect(cookieText('a', 'b', 1, true)).toBe('a=b; path=/; SameSite=Lax; expires=Thu, 01 Jan 1970 00:00:00 GMT; Secure')
})

test('userDetail holds what the spec says of the current user', () => {
  const me = {
    id: 'i',
    name: 'ann',
    nickname: '',
    group: 'user' as const,
    email: 'a@b.cc',
    email_verified_at: null,
    invite_code: 'x',
    extra: { refer: null },
    avatars: [{ url: 'one' }, { url: 'two' }],
  }
  expect(userDetailOf(me)).toEqual({
    id: 'i',
    name: 'ann',
    nickname: '',
    email: 'a@b.cc',
    email_verified_at: null,
    invite_code: 'x',
    avatars: 'one',
    identify: 'user',
  })
  expect(userDetailOf({ ...me, nickname: 'Ann', extra: { refer: 'r' }, avatars: [] })).toMatchObject({
    name: 'Ann',
    refer: 'r',
    avatars: '',
  })
})

test('names: the one before joins the saved ones', () => {
  const first = withName({ current: '', saved: new Set() }, 'ann')
  expect(first).toEqual({ current: 'ann', saved: new Set() })
  const second = withName(withName(first, 'anna'), 'anna')
  expect(second).toEqual({ current: 'anna', saved: new Set(['ann']) })
})

test('hosts follow the host of the page by the map, else its own origin', () => {
  const production = { api: 'https://api.toile.example', socket: 'https://live.toile.example' }
  const map = { 'https://www.toile.example': production, 'https://test.toile.example': { api: 'https://api.test' } }
  expect(hostsFor('https://www.toile.example', map)).toEqual(production)
  expect(hostsFor('https://test.toile.example', map)).toEqual({ api: 'https://api.test', socket: '' })
  for (const origin of ['http://www.toile.example', 'https://toile.example', 'constructor'])
    expect(hostsFor(origin, map)).toEqual({ api: '', socket: '' })
})

test('a page whose nodes were moved is loaded again, at most once a minute', () => {
  const message = "Failed to execute 'insertBefore' on 'Node': The node before which ..."
  expect(shouldReload(message, 0, 100_000)).toBe(true)
  expect(shouldReload("Cannot read properties of null (reading 'insertBefore')", 0, 100_000)).toBe(true)
  expect(shouldReload(message, 40_001, 100_000)).toBe(false)
  expect(shouldReload(message, 40_000, 100_000)).toBe(true)
  expect(shouldReload('x is not a function', 0, 100_000)).toBe(false)
})

test('toasts stand where and as long as the spec says', () => {
  expect(toastTimes).toMatchObject({
    request: 2_500,
    interface: 2_000,
    message: 3_000,
    notification: 4_500,
    notice: 1_500,
  })
  expect(toastTopPx).toBe(74)
})

test('a section keeps its proportion, its least size and the picture', () => {
  const picture = { width: 400, height: 300 }
  const section = { x: 100, y: 100, width: 100, height: 100 }
  expect(moved(section, -500, 500, picture)).toEqual({ x: 0, y: 200, width: 100, height: 100 })
  expect(resized(section, 0.01, picture)).toMatchObject({ width: 10, height: 10 })
  expect(resized(section, 9, picture)).toMatchObject({ y: 0, width: 300, height: 300 })
  expect(rounded({ x: 0.4, y: 199.6, width: 100.4, height: 100.9 }, picture)).toEqual({
    x: 0,
    y: 200,
    width: 100,
    height: 100,
  })
  let turns = 0
  const seen = Array.from({ length: 5 }, () => (turns = turned(turns, 1)))
  expect(seen).toEqual([1, 2, 3, 0, 1])
  expect(turned(-3, -1)).toBeCloseTo(0)
  expect(cropLimits).toEqual({ maxOutputPx: 2_000, minSectionPx: 10, maxQuarterTurns: 3 })
  fc.assert(
    fc.property(
      fc.record({ x: fc.nat(390), y: fc.nat(290), side: fc.integer({ min: 10, max: 100 }) }),
      fc.double({ min: 0.1, max: 5, noNaN: true }),
      ({ x, y, side }, factor) => {
        const from = moved({ x, y, width: side, height: side }, 0, 0, picture)
        const to = rounded(resized(from, factor, picture), picture)
        expect(to.x >= 0 && to.y >= 0 && to.x + to.width <= 400 && to.y + to.height <= 300).toBe(true)
        expect(Math.min(to.width, to.height)).toBeGreaterThanOrEqual(10)
      },
    ),
  )
})

test('the profile is patched by what differs, emptied fields are named', () => {
  const saved = {
    nickname: 'Ann',
    occupation: 'x',
    company: '',
    location: '',
    website: '',
    description: '',
    emailSwitch: true,
    language: 'en' as const,
  }
  expect(isDirty(saved, { ...saved })).toBe(false)
  expect(patchOf(saved, { ...saved, occupation: '', company: 'C', emailSwitch: false })).toEqual({
    company: 'C',
    emailSwitch: false,
    clear: ['occupation'],
  })
})

test('the way back from a provider is a code with its state, or what went wrong', () => {
  expect(wayBackOf('?code=a&state=b')).toEqual({ code: 'a', state: 'b' })
  expect(wayBackOf('?error=access_denied&state=b')).toEqual({ problem: 'denied' })
  expect(wayBackOf('?error=request_timeout')).toEqual({ problem: 'timeout' })
  expect(wayBackOf('?error=invalid_scope')).toEqual({ problem: 'refused' })
  expect(wayBackOf('?code=a')).toEqual({ problem: 'incomplete' })
})

test('a device is named by what its browser says', () => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36'
  expect(deviceOf(chrome)).toEqual({ browser: 'Chrome', system: 'Linux' })
  expect(deviceOf(`${chrome} Edg/120.0`)?.browser).toBe('Edge')
  expect(deviceOf('curl/8')).toBeUndefined()
})
