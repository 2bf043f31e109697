import path from 'node:path'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { inTransaction } from '@toile/db/client'
import { giveCode, insertBatch } from '@toile/db/software/codes-backstage'
import { redeemCode } from '@toile/db/software/codes'
import { insertFile } from '@toile/db/files/files'
import { userOfIdentity } from '@toile/db/sessions/identities'
import { insertMail } from '@toile/db/notifications/mails'
import { makeCode } from '@toile/runtime/s-codes'
import { storageKey } from '@toile/storage/keys'
import { FolderStorage } from '@toile/storage/folder'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeUser } from '@toile/testing/factories'
import { checkCodes } from './codes.js'
import { checkDisks } from './disks.js'
import { checkOutages } from './outages.js'
import { checkWhole } from './whole.js'
import type { Entry } from '../journal.js'
import type { Evidence } from './verdict.js'

let test: TestDatabase
t.before(async () => {
  test = await createTestDatabase()
})
t.teardown(() => test.drop())

function evidence(journal: Entry[], more: Partial<Evidence> = {}): Evidence {
  const storage = new FolderStorage({ driver: 'folder', folder: path.join(t.testdirName, newId()) })
  const nobody = { uploads: new Map(), witnesses: [], threads: [], letters: [], redis: undefined as never }
  return { journal, db: test.db, storage, ...nobody, ...more }
}

async function makeCodes(count: number) {
  const admin = await makeUser(test.db, { name: `adm${newId().slice(-8)}` })
  const codes = Array.from({ length: count }, makeCode)
  const { codeIds } = await insertBatch(test.db, { days: 7, note: '', createdBy: admin.id, codes })
  return { admin, codes, codeIds }
}

t.test('I4 reports a code redeemed twice, by another user, or by nobody', async (t) => {
  const ann = await makeUser(test.db, { name: 'ann' })
  const { codes, codeIds } = await makeCodes(4)
  const [good, two, wrong, none] = codeIds as [string, string, string, string]
  for (const { hash } of codes.slice(0, 3)) await redeemCode(test.db, ann.id, { hash })
  const raced = codeIds.map((codeId): Entry => ({ kind: 'raced', codeId, days: 7 }))
  const tried = (codeId: string, by: string, confirmed = true): Entry => ({ kind: 'redeemed', codeId, by, confirmed })
  const fine = await checkCodes(evidence([raced[0]!, tried(good, ann.id), tried(good, newId(), false)]))
  t.match(fine, { operations: 2, lost: [], doubled: [], stuck: [] })
  const bad = await checkCodes(
    evidence([...raced, tried(two, ann.id), tried(two, newId()), tried(wrong, newId()), tried(none, ann.id, false)]),
  )
  t.same([bad.doubled.length, bad.lost.length, bad.stuck.length], [1, 1, 1])
})

t.test('I8 reports a file accepted without space, a work refused because of Redis, and a work lost', async (t) => {
  const full = (place: 'store' | 'redis' | 'postgres', status: number, said: string): Entry => ({
    ...{ kind: 'whileFull', place, status, said },
  })
  const fine = await checkDisks(evidence([full('store', 507, 'STORAGE_FULL'), full('postgres', 503, 'x')]))
  t.match(fine, { operations: 2, lost: [], doubled: [], stuck: [] })
  const bad = await checkDisks(
    evidence([full('store', 201, ''), full('redis', 503, ''), full('postgres', 201, 'no work')]),
  )
  t.same([bad.lost.length, bad.stuck.length], [2, 1])
})

t.test('I9 reports a mail that is lost, sent twice or stuck, and a slow list', async (t) => {
  const ann = await makeUser(test.db, { name: 'ann9' })
  const address = 'letter-1@example.test'
  const sent: Entry = { kind: 'letter', address }
  const once = [
    { to: address, id: '<a>' },
    { to: address, id: '<a>' },
  ]
  t.match(await checkOutages(evidence([sent], { letters: once })), { operations: 1, lost: [], doubled: [], stuck: [] })
  t.equal((await checkOutages(evidence([sent]))).lost.length, 1)
  const twice = [...once, { to: address, id: '<b>' }]
  t.equal((await checkOutages(evidence([sent], { letters: twice }))).doubled.length, 1)
  await insertMail(test.db, { kind: 'password_changed', userId: ann.id, address })
  const slow: Entry = { kind: 'meanwhile', fault: 'the store is refused', status: 200, ms: 60_000 }
  t.equal((await checkOutages(evidence([sent, slow], { letters: once }))).stuck.length, 2)
})

t.test('I9 reports a sign-in as another user, a second account, and a late answer during an outage', async (t) => {
  const subject = 'guest-0123456789ab'
  const who = { provider: 'google', subject, email: null, emailVerified: false } as const
  const { id: userId } = await inTransaction(test.db, (trx) =>
    userOfIdentity(trx, who, async () => ({ username: subject, inviteCode: subject })),
  )
  const back = (status: number, code: string, ms = 5_000): Entry => ({
    ...{ kind: 'onTheWayBack', fault: 'the provider is silent', status, code, ms },
  })
  const allowed = [back(200, ''), back(503, 'SOCIAL_UNAVAILABLE'), back(504, 'REQUEST_TIMEOUT')]
  const signedIn: Entry = { kind: 'signedIn', subject, userId }
  const judge = async (...journal: Entry[]) => {
    const { lost, doubled, stuck } = await checkOutages(evidence(journal))
    return [lost.length, doubled.length, stuck.length - before]
  }
  // A mail of the previous test is still waiting and counts as stuck.
  const before = (await checkOutages(evidence([]))).stuck.length
  t.same(await judge(signedIn, signedIn, ...allowed), [0, 0, 0])
  t.same(await judge(signedIn, { ...signedIn, userId: newId() }), [1, 0, 0], 'let in as another')
  t.same(await judge({ ...signedIn, subject: 'guest-ba9876543210' }), [1, 0, 0], 'let in, and not there')
  t.same(await judge(back(500, 'INTERNAL')), [0, 0, 1], 'no clear word')
  t.same(await judge(back(504, 'REQUEST_TIMEOUT', 20_000)), [0, 0, 1], 'too late')
  await makeUser(test.db, { name: `${subject}-ab12` })
  t.same(await judge(signedIn), [0, 1, 0], 'two accounts')
})

t.test('I10 reports a file without bytes, bytes without a row, and an action without an audit entry', async (t) => {
  const { admin, codeIds } = await makeCodes(2)
  const ann = await makeUser(test.db, { name: 'ann10' })
  await giveCode(test.db, { id: codeIds[0]!, userId: ann.id, actorId: admin.id })
  const given = codeIds.map((codeId): Entry => ({ kind: 'given', codeId, to: ann.id }))
  t.match(await checkWhole(evidence(given.slice(0, 1))), { operations: 1, lost: [], doubled: [], stuck: [] })
  t.equal((await checkWhole(evidence(given))).lost.length, 1)

  const all = evidence([])
  await all.storage.put(storageKey('originals', newId()), Buffer.from('nobody’s'), { contentType: 'text/plain' })
  const id = newId()
  const file = { id, ownerId: ann.id, kind: 'original', key: storageKey('originals', id), sha256: null } as const
  await insertFile(test.db, { ...file, contentType: 'text/plain', bytes: 3, state: 'stored' })
  const bad = await checkWhole(all)
  t.same([bad.lost.length, bad.doubled.length], [1, 1])
})
