import { newId } from '@toile/contracts/ids'
import t from '@toile/testing/tap'
import { storageKey } from './keys.js'

const id = newId(Date.UTC(2026, 0, 31, 23, 59))

t.test('U04 a key consists of kind, year and month of its id, id and variant', async (t) => {
  t.equal(storageKey('originals', id), `originals/2026/01/${id}`)
  t.equal(
    storageKey('images', id, { name: 'cover.308', hash: 'a1b2', extension: 'webp' }),
    `images/2026/01/${id}/cover.308-a1b2.webp`,
  )
})

t.test('U04 only our UUIDs and plain names make a key', async (t) => {
  const plain = { name: 'cover', hash: 'a1b2', extension: 'webp' }
  const ids = [
    '',
    '..',
    '../x',
    'CON',
    `${id}/x`,
    `${id}\0`,
    id.toUpperCase(),
    id.replaceAll('-', ''),
    'x'.repeat(4096),
  ]
  for (const bad of [...ids, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'])
    t.throws(() => storageKey('originals', bad), TypeError, JSON.stringify(bad.slice(0, 40)))
  const names = [
    '',
    '.',
    '..',
    '../x',
    'a/b',
    'a\\b',
    'a\0',
    'Cover',
    'a..b',
    '.a',
    'a%2e',
    'na\u202eme',
    'x'.repeat(4096),
  ]
  for (const name of names)
    t.throws(() => storageKey('models', id, { ...plain, name }), TypeError, JSON.stringify(name.slice(0, 40)))
  for (const part of ['', 'a.b', 'a-b', 'a/b', '..', 'x'.repeat(65)]) {
    t.throws(() => storageKey('models', id, { ...plain, hash: part === 'a-b' ? 'a_b' : part }), TypeError)
    t.throws(() => storageKey('models', id, { ...plain, extension: part }), TypeError)
  }
})
