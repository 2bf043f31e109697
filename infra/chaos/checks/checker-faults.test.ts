import { createHash } from 'node:crypto'
import path from 'node:path'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import type { Test } from '@tapjs/test'
import t from '@toile/testing/tap'
import { createRedisDatabase } from '@toile/testing/redis'
import { PREFIX } from '@toile/bus/redis'
import { newId } from '@toile/contracts/ids'
import { announcePhases } from '@toile/db/activities/activity-announcements'
import { register } from '@toile/db/activities/activity-registrations'
import { submitWork } from '@toile/db/activities/activity-submissions'
import { insertComment } from '@toile/db/comments/comments'
import { findConversation, readConversation } from '@toile/db/messages/conversations'
import { setFollow } from '@toile/db/users/creators'
import { listMessages } from '@toile/db/messages/messages'
import { sendMessage } from '@toile/db/messages/messages-sent'
import { notify } from '@toile/db/notifications/notifications'
import { findUploads } from '@toile/db/uploads/uploads'
import { failUpload, finishUpload, moveUpload } from '@toile/db/uploads/uploads-transitions'
import { likeWork } from '@toile/db/works/work-counters'
import { FolderStorage } from '@toile/storage/folder'
import { makeActivity, makeReleasedWork, setPhase } from '@toile/testing/activities'
import { createTestDatabase } from '@toile/testing/database'
import { makeReadyUpload, makeUpload, makeUser } from '@toile/testing/factories'
import { checkBytes } from './bytes.js'
import { checkCounters } from './counters.js'
import { checkDeadline } from './deadline.js'
import { checkEffects } from './effects.js'
import { checkMessages } from './messages.js'
import { checkNotifications } from './notifications.js'
import { checkStages } from './stages.js'
import { checkWitnesses } from './witnesses.js'
import type { Entry } from '../journal.js'
import type { Evidence, Verdict } from './verdict.js'

// These checkers count whole tables, so each test has its own database.

const found = ({ lost, doubled, stuck }: Verdict) => [lost.length, doubled.length, stuck.length]
const nothing = [0, 0, 0]

async function scene(t: Test) {
  const { db, drop } = await createTestDatabase()
  t.teardown(drop)
  const storage = new FolderStorage({ driver: 'folder', folder: path.join(t.testdirName, newId()) })
  const ann = await makeUser(db, { name: 'ann' })
  const evidence = async (journal: Entry[], more: Partial<Evidence> = {}): Promise<Evidence> => {
    const ids = journal.flatMap((entry) => (entry.kind === 'created' ? entry.uploadId : []))
    const uploads = new Map((await findUploads(db, ids)).map((row) => [row.id, row]))
    return {
      journal,
      db,
      storage,
      uploads,
      witnesses: [],
      threads: [],
      letters: [],
      redis: undefined as never,
      ...more,
    }
  }
  return { db, storage, ann, evidence }
}
const blank = { stages: new Map(), notifications: new Map(), messages: new Map(), unread: () => undefined, close() {} }
const created = (uploadId: string, expects: 'ready_to_publish' | 'MODEL_DAMAGED', bytes = Buffer.from('x')): Entry => {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { kind: 'created', uploadId, sha256, bytes: bytes.length, expects }
}

t.test(
  'I1 reports an offset that fell back, other bytes than the source’s, and bytes that never arrived',
  async (t) => {
    const { db, storage, ann, evidence } = await scene(t)
    const uploadId = await makeUpload(db, ann, 4)
    const [row] = await findUploads(db, [uploadId])
    const put = (text: string) => storage.put(row!.originalKey, Buffer.from(text))
    const sent: Entry[] = [
      created(uploadId, 'ready_to_publish', Buffer.from('silk')),
      { kind: 'bytes', uploadId, offset: 2 },
      { kind: 'head', uploadId, offset: 4 },
    ]
    const whole: Entry = { kind: 'complete', uploadId }
    const judge = async (...more: Entry[]) => found(await checkBytes(await evidence([...sent, ...more])))
    await put('silk')
    t.same(await judge(whole), nothing)
    t.same(await judge({ kind: 'head', uploadId, offset: 3 }, whole), [1, 0, 0], 'an offset fell back')
    t.same(await judge(), [0, 0, 1], 'never whole')
    await put('milk')
    t.same(await judge(whole), [1, 0, 0], 'other bytes')
  },
)

t.test('I2 reports an upload that is missing or stuck, ended wrongly, went back or lost its derivatives', async (t) => {
  const { db, ann, evidence } = await scene(t)
  const judge = async (...journal: Entry[]) => found(await checkStages(await evidence(journal)))
  const move = async (fails: boolean) => {
    const id = await makeUpload(db, ann)
    await finishUpload(db, id)
    await moveUpload(db, { id, attempt: 1, to: 'finished' })
    if (fails) await failUpload(db, { id, attempt: 1 }, { code: 'MODEL_DAMAGED', params: {} })
    return id
  }
  const failed = await move(true)
  t.same(await judge(created(failed, 'MODEL_DAMAGED')), nothing)
  t.same(await judge(created(newId(), 'MODEL_DAMAGED')), [1, 0, 0], 'no row')
  t.same(await judge(created(await move(false), 'MODEL_DAMAGED')), [0, 0, 1], 'stands still')
  t.same(await judge(created(failed, 'ready_to_publish')), [1, 0, 0], 'ends otherwise')
  const { uploadId } = await makeReadyUpload(db, ann)
  const { lost } = await checkStages(await evidence([created(uploadId, 'ready_to_publish')]))
  t.match(lost.join(), /no detail picture.*is missing/, 'its model and pictures have no bytes')
  await sql`update events set version = version + 1 where subject_id = ${failed} and type = 'upload.failed'`.execute(db)
  t.same(await judge(created(failed, 'MODEL_DAMAGED')), [0, 1, 0], 'a version without its event')
  await sql`update events set version = version - 1, type = 'upload.received'
    where subject_id = ${failed} and type = 'upload.failed'`.execute(db)
  t.same(await judge(created(failed, 'MODEL_DAMAGED')), [0, 1, 0], 'its log goes back')
  await sql`update uploads set stages = stages || stages where id = ${failed}`.execute(db)
  t.same(await judge(created(failed, 'MODEL_DAMAGED')), [0, 2, 0], 'each stage twice')
})

t.test('I3 reports a lost change, a missing or duplicate work, and a job left behind', async (t) => {
  const { db, ann, evidence } = await scene(t)
  const redis = new Redis(await createRedisDatabase())
  t.teardown(() => redis.disconnect())
  const workId = await makeReleasedWork(db, ann, 'A coat')
  await sql`update events set published_at = now()`.execute(db)
  const made: Entry = { kind: 'work', title: 'A coat', workId }
  const says = (intro: string): Entry => ({ kind: 'patch', workId, intro })
  const judge = async (...journal: Entry[]) => found(await checkEffects(await evidence(journal, { redis })))
  t.same(await judge(made, says('Other words.'), says('For summer.')), nothing)
  t.same(await judge(made, says('Other words.')), [1, 0, 0], 'what was changed is not')
  t.same(await judge({ ...made, workId: newId() }), [1, 0, 0], 'the work is gone')
  t.same(await judge(made, { kind: 'gaveUp', what: 'publishing' }), [0, 0, 1])
  await redis.lpush(`${PREFIX}:uploads:wait`, '1')
  t.same(await judge(made), [0, 0, 1], 'a job waits')
  await redis.flushdb()
  await sql`update events set published_at = null where id = (select min(id::text)::uuid from events)`.execute(db)
  t.same(await judge(made), [0, 0, 1], 'an event was not published')
  await makeReleasedWork(db, ann, 'A coat')
  await sql`update events set published_at = now()`.execute(db)
  t.same(await judge(made), [0, 1, 0], 'it is there twice')
})

t.test('I5 reports a wrong counter, a lost last toggle, and a duplicate comment', async (t) => {
  const { db, ann, evidence } = await scene(t)
  const bob = await makeUser(db, { name: 'bob' })
  const workId = await makeReleasedWork(db, ann)
  await likeWork(db, workId, bob.id)
  const say = async () => {
    const id = newId()
    await insertComment(db, { id, on: { workId }, authorId: bob.id, body: 'Fine seams' })
    return id
  }
  const said: Entry = { kind: 'commented', commentId: await say(), body: 'Fine seams' }
  const liked = (on: boolean): Entry => ({ kind: 'toggled', what: 'like', by: bob.id, of: workId, on })
  const judge = async (...journal: Entry[]) => found(await checkCounters(await evidence(journal)))
  t.same(await judge(liked(false), liked(true), said), nothing)
  t.same(await judge(liked(true), liked(false)), [1, 0, 0], 'the like is still there')
  t.same(await judge({ kind: 'toggled', what: 'follow', by: bob.id, of: ann.id, on: true }), [1, 0, 0], 'not there')
  t.same(await judge(said, { kind: 'uncommented', commentId: said.commentId }), [1, 0, 0], 'not deleted')
  t.same(await judge({ ...said, commentId: newId(), body: 'Gone' }), [1, 0, 0])
  await sql`update work_counters set likes = likes + 1`.execute(db)
  t.same(await judge(liked(true)), [1, 0, 0], 'a counter')
  await sql`update work_counters set likes = likes - 1`.execute(db)
  await say()
  t.same(await judge(said), [0, 1, 0], 'said twice')
})

t.test('I6 reports a page that shows another stage, or none', async (t) => {
  const { db, ann, evidence } = await scene(t)
  const uploadId = await makeUpload(db, ann)
  const [row] = await findUploads(db, [uploadId])
  const judge = async (stages: [string, { stage: 'upload' | 'finished'; version: number }][]) => {
    const witnesses = [{ ...blank, userId: ann.id, stages: new Map(stages) }]
    return found(checkWitnesses(await evidence([created(uploadId, 'ready_to_publish')], { witnesses })))
  }
  const { version } = row!
  t.same(await judge([[uploadId, { stage: 'upload', version }]]), nothing)
  t.same(await judge([[uploadId, { stage: 'finished', version }]]), [1, 0, 0])
  t.same(await judge([[uploadId, { stage: 'upload', version: version - 1 }]]), [1, 0, 0])
  t.same(await judge([]), [1, 0, 0])
})

t.test('I6 reports a missing notification, a duplicate one, and a page without one', async (t) => {
  const { db, ann, evidence } = await scene(t)
  const bob = await makeUser(db, { name: 'bob' })
  const workId = await makeReleasedWork(db, ann)
  const commentId = newId()
  await insertComment(db, { id: commentId, on: { workId }, authorId: bob.id, body: 'Fine seams' })
  const subject = { kind: 'comment', id: commentId } as const
  const cause = { userId: ann.id, actorId: bob.id, kind: 'comment', subject } as const
  await notify(db, { ...cause, key: `comment:${commentId}` })
  const judge = async (isShown = true, count = 1) => {
    const rows = await db.selectFrom('notifications').select(['id', 'version', 'raised_at']).execute()
    const seen = rows.map((row) => [row.id, { version: Number(row.version), at: row.raised_at.toISOString() }] as const)
    const unread = { notifications: 0, comments: count, messages: 0, version: 1 }
    const page = { ...blank, userId: ann.id, unread: () => unread, notifications: new Map(isShown ? seen : []) }
    return found(await checkNotifications(await evidence([], { witnesses: [page] })))
  }
  t.same(await judge(), nothing)
  t.same(await judge(false), [1, 0, 0], 'the page lacks it')
  t.same(await judge(true, 0), [1, 0, 0], 'the bell counts otherwise')
  await setFollow(db, bob.id, ann.id, true)
  t.same(await judge(), [1, 0, 0], 'nobody was notified')
  await notify(db, { userId: ann.id, actorId: bob.id, kind: 'follow', key: `follow:${bob.id}` })
  await notify(db, { ...cause, key: 'comment:again' })
  const { doubled } = await checkNotifications(await evidence([]))
  t.match(doubled, [`comment ${commentId}: notified 2 times`])
})

t.test('I6 reports a message that is lost, duplicate or out of order, or missing in a page or a count', async (t) => {
  const { db, ann, evidence } = await scene(t)
  const bob = await makeUser(db, { name: 'bob' })
  await setFollow(db, ann.id, bob.id, true)
  const send = (body: string) => sendMessage(db, ann.id, { senderId: bob.id, body })
  const [first, second, third] = [await send('Silk'), await send('Wool'), await send('Tulle')]
  const wrote = (messageId: string, body: string): Entry => ({
    ...{ kind: 'wrote', messageId, from: bob.id, to: ann.id, body },
  })
  const sent = [wrote(first, 'Silk'), wrote(second, 'Wool'), wrote(third, 'Tulle')]
  const { id: conversationId } = (await findConversation(db, ann.id, bob.id))!
  await readConversation(db, ann.id, conversationId, 2)
  const read = (seq: number): Entry => ({ kind: 'read', by: ann.id, withId: bob.id, seq })
  const judge = async (journal: Entry[], { received = 3, unread = 1 } = {}) => {
    const { items } = await listMessages(db, { conversationId, limit: 100, after: 0 })
    const messages = items.map(({ id, body, seq, senderId }) => ({ id, body, seq, mine: senderId === ann.id }))
    const { unread: given } = (await findConversation(db, ann.id, bob.id))!
    const shown = new Map(messages.slice(0, received).map(({ seq, id }) => [seq, id]))
    const counted = { notifications: 0, comments: 0, messages: unread, version: 1 }
    const page = { ...blank, userId: ann.id, messages: new Map([[bob.id, shown]]), unread: () => counted }
    const threads = [{ readerId: ann.id, withId: bob.id, unread: given, messages }]
    return found(await checkMessages(await evidence(journal, { threads, witnesses: [page] })))
  }
  t.same(await judge([...sent, read(2)]), nothing)
  t.same(await judge([...sent, read(1)]), [1, 0, 0], 'what is unread is not what came after the last reading')
  t.same(await judge([...sent, read(2)], { received: 2 }), [1, 0, 0], 'a page lacks one')
  t.same(await judge([...sent, read(2)], { unread: 0 }), [1, 0, 0], 'the bell counts otherwise')
  t.same(await judge([sent[1]!, sent[0]!, sent[2]!, read(2)]), [1, 0, 0], 'out of order')
  t.same(await judge([...sent, wrote(newId(), 'Lace'), read(2)]), [1, 0, 0], 'lost')
  const again = await send('Tulle')
  t.same(await judge([...sent, read(2)], { received: 4 }), [0, 1, 0], 'there twice')
  await sql`update messages set body = 'Felt', seq = seq + 1 where id = ${again}`.execute(db)
  t.same(await judge([...sent, read(2)], { received: 4 }), [1, 0, 0], 'a number is missing')
  await sql`delete from messages where id = ${again}`.execute(db)
  await sql`delete from messages where id = ${third}`.execute(db)
  t.same(await judge([...sent, read(2)], { unread: 0 }), [1, 0, 0], 'gone')
})

t.test(
  'I7 reports an entry that is lost or too late, a refusal in time, and a phase announced never or twice',
  async (t) => {
    const { db, ann, evidence } = await scene(t)
    const activityId = await makeActivity(db, 'registration')
    await register(db, activityId, ann.id)
    await setPhase(db, activityId, 'submission')
    const workId = await makeReleasedWork(db, ann)
    await submitWork(db, { activityId, workId, userId: ann.id })
    await sql`update activity_submissions set submitted_at = submitted_at - interval '1 hour'`.execute(db)
    await setPhase(db, activityId, 'reviewing')
    const entered: Entry = { kind: 'entered', activityId, workId }
    const refused = (at: number, code = 'SUBMISSION_MISSED'): Entry => ({
      ...{ kind: 'refused', activityId, workId: newId(), code, at },
    })
    const judge = async (...journal: Entry[]) => found(await checkDeadline(await evidence(journal)))
    t.same(await judge(entered), [2, 0, 0], 'neither phase nor participants were notified')
    await announcePhases(db)
    const subject = { kind: 'activity', id: activityId } as const
    const notifyOf = (key: string) =>
      notify(db, { userId: ann.id, kind: 'activity_phase', key, subject, params: { phase: 'reviewing' } })
    await notifyOf('first')
    const now = Date.now()
    t.same(await judge(entered, refused(now)), nothing)
    t.same(await judge(entered, refused(now - 7_200_000)), [1, 0, 0], 'before the deadline')
    t.same(await judge(entered, refused(now, 'RATE_LIMITED')), [1, 0, 0])
    t.same(await judge({ ...entered, workId: newId() }), [1, 0, 0], 'the entry is gone')
    await notifyOf('second')
    t.same(await judge(entered), [0, 1, 0], 'notified twice')
    await sql`delete from notifications where id = (select max(id::text)::uuid from notifications)`.execute(db)
    await sql`update activity_submissions set submitted_at = now()`.execute(db)
    t.same(await judge(entered), [0, 1, 0], 'too late')
    await sql`delete from activity_announcements`.execute(db)
    await announcePhases(db)
    t.same(await judge(entered), [0, 2, 0], 'announced twice')
  },
)
