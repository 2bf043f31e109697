import fc from 'fast-check'
import { expect } from 'playwright/test'
import { pages } from '@toile/contracts/pages.constants'
import { cleanText, lengthOf } from '@toile/contracts/texts'
import { maxIntroLength, titleLength } from '@toile/contracts/works.constants'
import { safeBackUrl } from '../src/back-url.js'
import { currencies, minorUnitsOf, typedAmount } from '../src/features/backstage/activities/amounts.js'
import { instantOf, wallTimeOf } from '../src/features/backstage/activities/wall-time.js'
import { emptyDraft, missing, patchOf, unsaved } from '../src/features/uploads/draft.js'
import { fileProblem } from '../src/features/uploads/file-checks.js'
import { createSpeedometer } from '../src/features/uploads/speedometer.js'
import { isNewer, rowStates } from '../src/features/uploads/stage.js'
import { pageFolders } from '../src/page-folders.js'
import { isAdminRequest, toQuery, withoutApiPrefix, withoutEmpty } from '../src/payload.js'
import { test } from './test.js'

// The client's rules that need no page.

test('S20 every folder that a page lies in is one whose cookies are removed', () => {
  const folders = pages.flatMap((page) => {
    const parts = page.split('/').slice(1, -1)
    return parts.map((_, i) => `/${parts.slice(0, i + 1).join('/')}`)
  })
  expect([...pageFolders].sort()).toEqual([...new Set(folders)].sort())
})

test('backUrl is a path of this site and not a sign-in page', () => {
  const origin = 'https://toile.example'
  const rows: [string | null, string][] = [
    ['/upload', '/upload'],
    ['/admin/works?tab=draft#x', '/admin/works?tab=draft#x'],
    ['/project/a%2Fb', '/project/a%2Fb'],
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
  ]
  for (const [wanted, result] of rows) expect(safeBackUrl(wanted, origin), String(wanted)).toBe(result)
})

test('payloads lose what is empty and keep 0, false and empty arrays', () => {
  expect(withoutEmpty({ a: undefined, b: null, c: '', d: 0, e: false, f: [] })).toEqual({ d: 0, e: false, f: [] })
  expect(toQuery({ sort: 'latest', cursor: '', limit: 0, tag: ['a b', 'c'] })).toBe(
    '?sort=latest&limit=0&tag=a+b&tag=c',
  )
  expect(toQuery({})).toBe('')
  expect(withoutApiPrefix('/api/auth/login')).toBe('/auth/login')
  expect(withoutApiPrefix('/apiary')).toBe('/apiary')
  expect(isAdminRequest('/works', '/')).toBe(false)
  expect(isAdminRequest('/uploads', '/')).toBe(true)
  expect(isAdminRequest('/works', '/admin/works')).toBe(true)
  expect(isAdminRequest('/works', '/backgroundAdmin/userManagement')).toBe(true)
})

test('a stage message is taken when it is newer; a worker that begins anew takes the bar back', () => {
  const now = { version: 3, at: '2026-11-21T10:00:05.000Z' }
  expect(isNewer({ version: 4, at: '2026-11-21T10:00:00.000Z' }, now)).toBe(true)
  expect(isNewer({ version: 3, at: '2026-11-21T10:00:06.000Z' }, now)).toBe(true)
  expect(isNewer(now, now)).toBe(true)
  expect(isNewer({ version: 3, at: '2026-11-21T10:00:04.000Z' }, now)).toBe(false)
  expect(isNewer({ version: 2, at: '2026-11-21T10:00:09.000Z' }, now)).toBe(false)
})

test('the rail has one row that runs or broke, done ones before it and waiting ones after', () => {
  const states = (...args: Parameters<typeof rowStates>) => Object.values(rowStates(...args)).join(' ')
  expect(states('upload', false, undefined)).toBe('running waiting waiting waiting')
  expect(states('upload', true, undefined)).toBe('done running waiting waiting')
  expect(states('finished', true, 'finished')).toBe('done done running waiting')
  expect(states('processed', true, 'processed')).toBe('done done done running')
  expect(states('ready_to_publish', true, 'ready_to_publish')).toBe('done done done done')
  expect(states('failed', true, 'upload')).toBe('done failed waiting waiting')
  expect(states('failed', true, 'finished')).toBe('done done failed waiting')
  expect(states('failed', true, 'processed')).toBe('done done done failed')
})

test('a file is refused before a byte of it is sent', () => {
  expect(fileProblem({ name: 'a.glb', size: 524_288_000 })).toBeUndefined()
  expect(fileProblem({ name: 'a.glb', size: 524_288_001 })).toBe('upload.tooLarge')
  expect(fileProblem({ name: 'a.ZIP', size: 1 })).toBeUndefined()
  expect(fileProblem({ name: 'a.png', size: 1 })).toBe('upload.wrongType')
  expect(fileProblem({ name: 'a.glb', size: 0 })).toBe('upload.empty')
})

test('speed and time left follow the last seconds', () => {
  let nowMs = 0
  const speed = createSpeedometer(() => nowMs)
  expect(speed(0, 10_000)).toEqual({ bytesPerSecond: 0, secondsLeft: undefined })
  nowMs = 1_000
  expect(speed(1_000, 10_000)).toEqual({ bytesPerSecond: 1_000, secondsLeft: 9 })
  for (nowMs = 2_000; nowMs <= 9_000; nowMs += 1_000) speed(1_000 + (nowMs - 1_000) / 10, 10_000)
  nowMs = 10_000
  expect(speed(1_900, 10_000)).toEqual({ bytesPerSecond: 100, secondsLeft: 81 })
})

test('a draft knows what it lacks, and its patch names what was emptied', () => {
  const full = {
    ...emptyDraft,
    title: ' 👗👗👗👗 ',
    intro: 'x'.repeat(999),
    categories: ['dress' as const],
    tags: ['linen'],
    coverId: 'c',
    uploadId: 'u',
  }
  const good = { ready: true, verified: true }
  expect(missing(full, good)).toEqual([])
  expect(missing({ ...full, title: 'abc' }, good)).toEqual(['title'])
  expect(missing({ ...full, title: 'x'.repeat(51), intro: 'x'.repeat(1_000) }, good)).toEqual(['title', 'intro'])
  expect(missing(emptyDraft, { ready: false, verified: false })).toHaveLength(8)
  expect(missing({ ...full, uploadId: null }, good)).toEqual(['content'])
  expect(missing({ ...full, uploadId: null, imageIds: ['i'] }, good)).toEqual([])
  expect(patchOf({ title: ' ', tags: [] })).toEqual({ title: ' ', tags: [], clear: ['title'] })
  expect(patchOf({ uploadId: null, videoUploadId: 'v' })).toEqual({ videoUploadId: 'v', clear: ['uploadId'] })
  expect(unsaved({ title: 'a', intro: 'b' }, { title: 'a' })).toEqual({ intro: 'b' })
})

test('C09 the form counts letters as the server does, whatever they are made of', () => {
  const letter = fc.constantFrom(
    'a',
    ' ',
    '\u3000',
    '汉',
    'e\u0301',
    '\u0301',
    '\u1112\u1161\u11ab',
    '👩\u200d👧',
    '𝒳',
    '\n',
    '\ufb01',
  )
  const text = fc.oneof(fc.string({ unit: letter, maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 60 }))
  fc.assert(
    fc.property(text, (typed) => {
      const counted = lengthOf(cleanText(typed))
      const needs = missing({ ...emptyDraft, title: typed, intro: typed.repeat(20) }, { ready: true, verified: true })
      const long = lengthOf(cleanText(typed.repeat(20)))
      expect(needs.includes('title')).toBe(counted < titleLength.min || counted > titleLength.max)
      expect(needs.includes('intro')).toBe(long === 0 || long > maxIntroLength)
    }),
    { numRuns: 500 },
  )
})

test('V09 times are typed on the clocks of a zone, also on the days on which those are changed', () => {
  const rows: [wall: string, zone: string, instant: string | undefined, back?: string][] = [
    ['2026-11-22T18:30', 'Asia/Shanghai', '2026-11-22T10:30:00.000Z'],
    // Twice in autumn: the first one. Left out in spring: an hour on.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z', '2026-03-29T03:30'],
    ['2026-04-05T02:15', 'Australia/Lord_Howe', '2026-04-04T15:45:00.000Z', '2026-04-05T02:15'],
    ['', 'UTC', undefined],
  ]
  for (const [wall, zone, instant, back = wall] of rows) {
    expect(instantOf(wall, zone), `${wall} ${zone}`).toBe(instant)
    if (instant) expect(wallTimeOf(instant, zone)).toBe(back)
  }
  const zones = ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC']
  const minute = fc.integer({ min: Date.UTC(2020) / 60_000, max: Date.UTC(2040) / 60_000 })
  fc.assert(
    fc.property(minute, fc.constantFrom(...zones), (at, zone) => {
      const wall = wallTimeOf(new Date(at * 60_000).toISOString(), zone)
      // Of two moments that the clocks show alike it is one; what is read from it is the same again.
      expect(wallTimeOf(instantOf(wall, zone)!, zone)).toBe(wall)
    }),
  )
})

test('amounts are typed as people write them and kept in minor units', () => {
  const read = ['49.5', '1,50', ' 1200 ', '1.234', '', '-1', '1e3'].map((typed) => minorUnitsOf(typed, 'EUR'))
  expect(read).toEqual([4_950, 150, 120_000, undefined, undefined, undefined, undefined])
  expect(minorUnitsOf('1200', 'JPY')).toBe(1_200)
  expect(minorUnitsOf('1.5', 'JPY')).toBe(undefined)
  expect([typedAmount(4_950, 'EUR'), typedAmount(120_000, 'EUR'), typedAmount(3_000, 'JPY')]).toEqual([
    '49.50',
    '1200',
    '3000',
  ])
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.constantFrom(...currencies, 'BHD'), (amount, currency) => {
      expect(minorUnitsOf(typedAmount(amount, currency), currency)).toBe(amount)
    }),
    { numRuns: 500 },
  )
})
