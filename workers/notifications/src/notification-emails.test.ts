import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { Email } from 'postal-mime'
import { InputFailure } from '@toile/contracts/failures'
import { MAX_MAILS_PER_HOUR, type NotificationKind } from '@toile/contracts/notifications/notifications.constants'
import { inTransaction } from '@toile/db/client'
import { setBlock } from '@toile/db/users/blocks-transitions'
import { findConversation, ignoreConversation, readConversation } from '@toile/db/messages/conversations'
import { setFollow } from '@toile/db/users/creators'
import { sendMessage, sendModeration } from '@toile/db/messages/messages-sent'
import { mailDigests, mailDue } from '@toile/db/notifications/notification-mails'
import { endMails, setPreferences } from '@toile/db/notifications/notification-preferences'
import { notify, readNotifications } from '@toile/db/notifications/notifications'
import { updateProfile } from '@toile/db/users/profiles'
import type { User } from '@toile/db/users/users'
import { likeWork } from '@toile/db/works/work-counters'
import { updateWork } from '@toile/db/works/works-transitions'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeUser } from '@toile/testing/factories'
import { startTestMailServer, type TestMailServer } from '@toile/testing/mail-server'
import { failMail, sendMail, type Parts } from './handlers/send.js'
import { context, makeWork, runTasks } from './run-tasks.test-support.js'
import { openTransport } from './transport.js'

let test: TestDatabase
let server: TestMailServer
let parts: Parts
t.before(async () => {
  test = await createTestDatabase()
  server = await startTestMailServer()
  const transport = openTransport({ smtpUrl: server.url, from: 'Toile <no-reply@toile.example>' })
  parts = { db: test.db, transport, publicUrl: 'https://toile.example', claimSeconds: 2 }
})
t.teardown(async () => {
  parts.transport.close()
  await server.stop()
  await test.drop()
})

const wants = (user: User, kind: NotificationKind, over: object) =>
  setPreferences(test.db, user.id, [{ kind, live: false, bell: true, email: false, digest: false, ...over }])
const mailsTo = (user: User) => server.mails.filter(({ to }) => to === user.email).map(({ mail }) => mail)
const headerOf = (mail: Email, key: string) => mail.headers.find((header) => header.key === key)?.value

/** Lets the mails of all notifications fall due, writes these mails, and sends them with all other waiting mails. */
async function mailAll(): Promise<void> {
  await sql`update notifications set mail_due_at = now() where mail_due_at is not null`.execute(test.db)
  await mailDue(test.db, 100)
  await sendWaiting()
}
async function sendWaiting(): Promise<void> {
  const { rows } = await sql<{ id: string; attempt: number }>`select id, attempt from mails
    where state = 'waiting' order by id`.execute(test.db)
  for (const job of rows)
    await sendMail(parts)(job, context).catch(async (error: unknown) => {
      if (!(error instanceof InputFailure)) throw error
      await failMail(parts)(job, { code: error.code, params: error.params })
    })
}

await t.test(
  'C06 a burst of likes is one mail about one subject, delayed, with a working unsubscribe link',
  async (t) => {
    const [ann, bob, cyd] = [await makeUser(test.db), await makeUser(test.db), await makeUser(test.db)]
    await wants(ann, 'like', { email: true })
    const work = await makeWork(test.db, ann, 'Dress\r\nBcc: x@evil.example')
    await likeWork(test.db, work, bob.id)
    await runTasks(test.db)
    await mailDue(test.db, 100)
    await sendWaiting()
    t.same(mailsTo(ann), [], 'not at once')
    await likeWork(test.db, work, cyd.id)
    await runTasks(test.db)
    await mailAll()
    const [mail, ...more] = mailsTo(ann)
    t.same(more, [])
    t.match(mail!.subject, `${cyd.username} and ${bob.username} liked Dress Bcc: x@evil.example`, 'C06 one line')
    t.equal(headerOf(mail!, 'bcc'), undefined)
    t.match(mail!.text, `https://toile.example/project/${work}`)
    const token = /\/unsubscribe\?token=([\w-]{43})/.exec(mail!.text!)![1]!
    t.equal(headerOf(mail!, 'list-unsubscribe'), `<https://toile.example/unsubscribe?token=${token}>`)
    t.equal(headerOf(mail!, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
    const kept = await sql<{ all: string }>`select (select json_agg(x)::text from unsubscribe_tokens x) ||
    (select json_agg(x)::text from mails x) as all`.execute(test.db)
    t.notMatch(kept.rows[0]!.all, token, 'S09 only its hash is kept')

    await likeWork(test.db, work, (await makeUser(test.db)).id)
    await runTasks(test.db)
    await mailAll()
    t.equal(mailsTo(ann).length, 1, 'the row has had its mail')
  },
)

await t.test('C15 sends no mail about things read, hidden or unwanted meanwhile', async (t) => {
  const bob = await makeUser(test.db)
  const cases: ((ann: User, work: string) => Promise<unknown>)[] = [
    (ann) => readNotifications(test.db, ann.id, { tab: 'notifications' }),
    (ann) => wants(ann, 'like', {}),
    (ann) => updateProfile(test.db, ann.id, { email_switch: false }),
    (_ann, work) => sql`delete from works where id = ${work}`.execute(test.db),
  ]
  for (const [i, change] of cases.entries())
    for (const late of [false, true]) {
      const ann = await makeUser(test.db)
      await wants(ann, 'like', { email: true })
      const work = await makeWork(test.db, ann)
      await likeWork(test.db, work, bob.id)
      await runTasks(test.db)
      await sql`update notifications set mail_due_at = now() where mail_due_at is not null`.execute(test.db)
      if (late) await mailDue(test.db, 100)
      await change(ann, work)
      await mailAll()
      t.same(mailsTo(ann), [], `${i} ${late ? 'after' : 'before'} the mail was written`)
    }
  const una = await makeUser(test.db, { verified: false })
  await wants(una, 'follow', { email: true })
  await setFollow(test.db, bob.id, una.id, true)
  await runTasks(test.db)
  await mailAll()
  t.same(mailsTo(una), [], 'nor to an address that nobody proved')
})

await t.test('C11 sends no mail about read or ignored messages, nor about anything by a blocked user', async (t) => {
  const [bob, adm] = [await makeUser(test.db), await makeUser(test.db, { group: 'admin' })]
  const conversation = async (ann: User, withId: string) => (await findConversation(test.db, ann.id, withId))!
  const readIt = async (ann: User, withId: string) =>
    readConversation(test.db, ann.id, (await conversation(ann, withId)).id, 1)
  const block = (ann: User) => setBlock(test.db, ann.id, bob.id, true)
  const write = async (ann: User) => void (await sendMessage(test.db, ann.id, { senderId: bob.id, body: 'Hello' }))
  const moderate = async (_ann: User, work: string) =>
    void (await sendModeration(test.db, work, { senderId: adm.id, body: 'Please name the brand.' }))
  const like = (_ann: User, work: string) => likeWork(test.db, work, bob.id)
  type Action = (ann: User, work: string) => Promise<unknown>
  const cases: [Action, Action, number][] = [
    [write, async () => {}, 1],
    [write, (ann) => readIt(ann, bob.id), 0],
    [write, async (ann) => ignoreConversation(test.db, ann.id, (await conversation(ann, bob.id)).id), 0],
    [write, block, 0],
    [moderate, async () => {}, 1],
    [moderate, readIt, 0],
    [like, block, 0],
  ]
  for (const [i, [cause, change, mails]] of cases.entries())
    for (const when of ['before the notification', 'before the mail was written', 'after'] as const) {
      const ann = await makeUser(test.db)
      await wants(ann, 'like', { email: true })
      await wants(ann, 'message', { email: true })
      const work = await makeWork(test.db, ann)
      await cause(ann, work)
      if (when === 'before the notification') await change(ann, work)
      await runTasks(test.db)
      await sql`update notifications set mail_due_at = now() where mail_due_at is not null`.execute(test.db)
      if (when === 'before the mail was written') await change(ann, work)
      await mailDue(test.db, 100)
      if (when === 'after') await change(ann, work)
      await sendWaiting()
      t.equal(mailsTo(ann).length, mails, `${i} ${when}`)
    }
  const ann = await makeUser(test.db)
  await wants(ann, 'like', { digest: true })
  await likeWork(test.db, await makeWork(test.db, ann), bob.id)
  await runTasks(test.db)
  await block(ann)
  t.equal(await mailDigests(test.db, 100, 0), 1)
  await sendWaiting()
  t.same(mailsTo(ann), [], 'nor in the mail of the day')
})

await t.test('Q10 after ten mails in an hour the rest is in the daily mail', async (t) => {
  const ann = await makeUser(test.db)
  await wants(ann, 's_code', { email: true })
  const notifyOfDays = (days: number) =>
    notify(test.db, { userId: ann.id, kind: 's_code', key: `s:${days}`, params: { days } })
  for (let days = 1; days <= MAX_MAILS_PER_HOUR + 1; days++) await notifyOfDays(days)
  await mailAll()
  await notifyOfDays(99)
  await mailAll()
  t.equal(mailsTo(ann).length, MAX_MAILS_PER_HOUR)
  t.equal(await mailDigests(test.db, 100, 0), 1)
  await sendWaiting()
  const [daily, ...more] = mailsTo(ann).slice(MAX_MAILS_PER_HOUR)
  t.same(more, [])
  t.match(daily!.subject, 'Your day on Toile: 2 updates')
  await sql`update mails set created_at = now() - interval '2 hours' where user_id = ${ann.id}`.execute(test.db)
  await notifyOfDays(100)
  await mailAll()
  t.equal(mailsTo(ann).length, MAX_MAILS_PER_HOUR + 2, 'an hour later they come again')
})

await t.test('an address that the server refuses gets no more mails about notifications', async (t) => {
  const [ann, bob, cyd] = [await makeUser(test.db), await makeUser(test.db), await makeUser(test.db)]
  await wants(ann, 'follow', { email: true })
  server.refuse(ann.email, 550)
  await setFollow(test.db, bob.id, ann.id, true)
  await runTasks(test.db)
  await mailAll()
  const { rows } = await sql`select email_refused_status as status from users
    where id = ${ann.id} and email_refused_at is not null`.execute(test.db)
  t.same(rows, [{ status: 550 }])
  server.refuse(ann.email, 0)
  await sql`update notifications set created_at = now() - interval '2 days' where user_id = ${ann.id}`.execute(test.db)
  await setFollow(test.db, cyd.id, ann.id, true)
  await runTasks(test.db)
  await mailAll()
  t.same(mailsTo(ann), [])
})

await t.test('the daily mail lists what is unread, once a day, in its reader’s language', async (t) => {
  const [ann, bob] = [await makeUser(test.db), await makeUser(test.db)]
  await updateProfile(test.db, ann.id, { language: 'zh-CN' })
  await wants(ann, 'like', { digest: true })
  await wants(ann, 's_code', { digest: true })
  const [shown, hidden] = [await makeWork(test.db, bob, 'Coat'), await makeWork(test.db, ann, 'Dress')]
  await inTransaction(test.db, (trx) => updateWork(trx, shown, { visibility: 'private' }))
  await likeWork(test.db, hidden, bob.id)
  for (let days = 1; days <= 24; days++)
    await notify(test.db, { userId: ann.id, kind: 's_code', key: `s:${days}`, params: { days } })
  await runTasks(test.db)
  t.equal(await mailDigests(test.db, 100, 24), 0, 'not before its hour')
  t.equal(await mailDigests(test.db, 100, 0), 1)
  t.equal(await mailDigests(test.db, 100, 0), 0, 'once')
  await sendWaiting()
  const [mail, ...more] = mailsTo(ann)
  t.same(more, [])
  t.match(mail!.subject, '今日 Toile：20+ 条动态')
  t.match(mail!.text, '你收到了一个 24 天的 S 码')
  t.notMatch(mail!.text, '一个 1 天')
  t.ok(headerOf(mail!, 'list-unsubscribe'))

  await notify(test.db, { userId: ann.id, kind: 's_code', key: 's:99', params: { days: 99 } })
  t.equal(await mailDigests(test.db, 100, 0), 0, 'not again today')
  await sql`update notification_readers set digested_on = digested_on - 1 where user_id = ${ann.id}`.execute(test.db)
  t.equal(await mailDigests(test.db, 100, 0), 1)
  await sendWaiting()
  t.match(mailsTo(ann)[1], { subject: '今日 Toile' })
})

await t.test('a daily mail that is already written loses the lines that its reader then turns off', async (t) => {
  const [ann, bob] = [await makeUser(test.db), await makeUser(test.db)]
  for (const user of [ann, bob]) {
    await wants(user, 's_code', { digest: true })
    await wants(user, 'like', { digest: true })
    await likeWork(test.db, await makeWork(test.db, user), (await makeUser(test.db)).id)
    await notify(test.db, { userId: user.id, kind: 's_code', key: 's:7', params: { days: 7 } })
  }
  await runTasks(test.db)
  t.equal(await mailDigests(test.db, 100, 0), 2)
  await inTransaction(test.db, (trx) => endMails(trx, ann.id, null, false))
  await wants(bob, 'like', { digest: false })
  await sendWaiting()
  t.same(mailsTo(ann), [], 'unsubscribed from the daily mail')
  const [mail] = mailsTo(bob)
  t.match(mail!.text, '7')
  t.notMatch(mail!.text, 'liked')
})
