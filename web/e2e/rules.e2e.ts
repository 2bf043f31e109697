import { expect, test } from 'playwright/test'
import { safeBackUrl } from '../src/back-url.js'
import { emptyDraft, missing, patchOf, unsaved } from '../src/features/uploads/draft.js'
import { fileProblem } from '../src/features/uploads/file-checks.js'
import { createSpeedometer } from '../src/features/uploads/speedometer.js'
import { isNewer, rowStates } from '../src/features/uploads/stage.js'
import { isAdminRequest, toQuery, withoutApiPrefix, withoutEmpty } from '../src/payload.js'

// The client's rules that need no page.

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
