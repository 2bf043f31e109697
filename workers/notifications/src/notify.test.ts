import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { languages, type Language } from '@toile/contracts/languages.constants'
import { notificationText } from '@toile/contracts/notifications/notification-words'
import { notificationKinds } from '@toile/contracts/notifications/notifications.constants'
import { inTransaction } from '@toile/db/client'
import { notificationView } from '@toile/db/notification-view'
import { deleteAccount } from '@toile/db/users/accounts'
import { updateAlerts } from '@toile/db/queues/alerts'
import {
  insertAnnouncement,
  recipientsOfAnnouncement,
  withdrawAnnouncement,
} from '@toile/db/notifications/announcements'
import { insertComment } from '@toile/db/comments/comments'
import { showCourse } from '@toile/db/courses/courses-backstage'
import { setFollow } from '@toile/db/users/creators'
import { setPreferences } from '@toile/db/notifications/notification-preferences'
import { countUnread, listNotifications } from '@toile/db/notifications/notification-rows'
import { forgetNotifications, notify, readNotifications } from '@toile/db/notifications/notifications'
import { failRender, retryRender } from '@toile/db/renders/renders-transitions'
import { failUpload, finishUpload, retryUpload } from '@toile/db/uploads/uploads-transitions'
import type { User } from '@toile/db/users/users'
import { likeWork, unlikeWork } from '@toile/db/works/work-counters'
import { updateWork } from '@toile/db/works/works-transitions'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeCourse } from '@toile/testing/courses'
import { makeRender, makeUpload, makeUser } from '@toile/testing/factories'
import { makeWork, runTasks } from './run-tasks.test-support.js'

let test: TestDatabase
t.before(async () => {
  test = await createTestDatabase()
})
t.teardown(() => test.drop())

const list = async (user: User, tab: 'notifications' | 'comments' = 'notifications') => {
  const { items } = await listNotifications(test.db, { userId: user.id, tab, limit: 100 })
  return items.map((row) => notificationView(row, 'en'))
}
const unread = async (user: User) => (await countUnread(test.db, [user.id]))[0]!
const people = (count: number) => Promise.all(Array.from({ length: count }, () => makeUser(test.db)))
const writeComment = async (author: User, workId: string, over: object = {}) => {
  const id = newId()
  await insertComment(test.db, { id, on: { workId }, authorId: author.id, body: 'Lovely drape', ...over })
  return id
}
const events = async (type: string, id: string) => {
  const found = await sql<{ n: number }>`select count(*)::int as n from events
    where type = ${type} and subject_id = ${id}`.execute(test.db)
  return found.rows[0]!.n
}

await t.test('every kind has texts in both languages, without a placeholder left', async (t) => {
  const ann = { name: 'ann', nickname: 'Ann {who}' }
  for (const kind of notificationKinds)
    for (const language of languages)
      for (const people of [1, 2, 3, 12]) {
        const { message } = notificationText(
          {
            kind,
            actors: [ann, ann].slice(0, people),
            people,
            title: 'A {title}',
            excerpt: '',
            params: {
              award: 'first prize',
              days: 30,
              phase: 'registration',
              result: 'hidden',
              alert: 'disk',
              removal: people === 1 ? 'upload' : 'pictures',
              count: people,
              date: '2026-11-30',
            },
            hidden: false,
          },
          language,
        )
        t.ok(message.length > 4)
        t.notMatch(message.replaceAll('Ann {who}', '').replaceAll('A {title}', ''), /[{}]/, `${kind} ${language}`)
        if (kind !== 'announcement') t.equal(/[一-鿿]/u.test(message), language === 'zh-CN', `${kind} ${language}`)
      }
})

await t.test('likes within some minutes update one row, and each user counts once', async (t) => {
  const [ann, ...others] = await people(13)
  const work = await makeWork(test.db, ann!)
  await likeWork(test.db, work, others[0]!.id)
  await runTasks(test.db, 2)
  const [first] = await list(ann!)
  t.match(first, { kind: 'like', people: 1, read: false, path: `/project/${work}` })
  t.equal(first!.message, `${others[0]!.username} liked Silk slip dress`)

  await readNotifications(test.db, ann!.id, { ids: [first!.id] })
  t.match(await unread(ann!), { notifications: 1 }, 'her upload is left')
  for (const other of others) {
    await likeWork(test.db, work, other.id)
    await unlikeWork(test.db, work, other.id)
    await likeWork(test.db, work, other.id)
  }
  await likeWork(test.db, work, ann!.id)
  await runTasks(test.db, 3)
  const rows = (await list(ann!)).filter(({ kind }) => kind === 'like')
  t.equal(rows.length, 1)
  t.match(rows[0], { id: first!.id, people: 12, read: false })
  t.equal(
    rows[0]!.message,
    `${others.at(-1)!.username}, ${others.at(-2)!.username} and 10 others liked Silk slip dress`,
  )
  t.match(await unread(ann!), { notifications: 2 })

  await sql`update notifications set created_at = now() - interval '2 days', raised_at = now() - interval '2 days'
    where user_id = ${ann!.id}`.execute(test.db)
  const [late] = await people(1)
  await likeWork(test.db, work, late!.id)
  await runTasks(test.db)
  t.match(await list(ann!), [{ kind: 'like', people: 1 }, { people: 12 }, {}], 'an old row takes nobody in')
})

await t.test('Q04 duplicate tasks, concurrent or later, have one effect', async (t) => {
  const [ann, bob] = await people(2)
  await setFollow(test.db, bob!.id, ann!.id, true)
  await runTasks(test.db, 8)
  await setFollow(test.db, bob!.id, ann!.id, false)
  await setFollow(test.db, bob!.id, ann!.id, true)
  await runTasks(test.db, 2)
  t.match(await list(ann!), [{ kind: 'follow', people: 1, path: `/creators/personalPage?id=${bob!.id}` }])
  const rows = await list(ann!)
  t.equal(await events('notification.counted', ann!.id), 1)
  t.equal(await events('notification.raised', rows[0]!.id), 0, 'follows are quiet on open pages unless asked for')
  const left = await sql`select 1 from notification_tasks`.execute(test.db)
  t.same(left.rows, [], 'no task is left')
})

await t.test('a reply on a course video notifies, and links to the video while everyone may see it', async (t) => {
  const [ann, bob] = await people(2)
  const admin = await makeUser(test.db, { group: 'admin' })
  const { courseId, videoIds } = await makeCourse(test.db, admin)
  const on = { videoId: videoIds[0]! }
  const question = await writeComment(ann!, '', { on })
  const reply = await writeComment(bob!, '', { on, parentId: question })
  await runTasks(test.db)
  const path = `/learning/detail?id=${courseId}&video=${videoIds[0]}#comment-${reply}`
  t.match(await list(ann!, 'comments'), [{ kind: 'reply', hidden: false, path, title: 'The first lesson' }])
  t.same(await list(admin, 'comments'), [], 'a course is nobody’s own')
  await showCourse(test.db, courseId, false)
  t.match(await list(ann!, 'comments'), [{ hidden: true, path: null, excerpt: '' }])
})

await t.test('a comment notifies each user once, with the closest reason, and never its author', async (t) => {
  const [ann, bob, cyd] = await people(3)
  const work = await makeWork(test.db, ann!)
  const question = await writeComment(bob!, work, { mentions: [bob!.id, ann!.id, cyd!.id] })
  await runTasks(test.db)
  t.same(await list(bob!, 'comments'), [])
  t.match(await list(ann!, 'comments'), [{ kind: 'mention', excerpt: 'Lovely drape' }])
  t.match(await list(cyd!, 'comments'), [
    { kind: 'mention', message: `${bob!.username} mentioned you on Silk slip dress` },
  ])
  await writeComment(cyd!, work, { parentId: question, mentions: [bob!.id] })
  await runTasks(test.db)
  t.match(await list(bob!, 'comments'), [{ kind: 'reply', tab: 'comments' }])
  t.match(await list(ann!, 'comments'), [{ kind: 'comment' }, { kind: 'mention' }])
  t.match(await unread(ann!), { notifications: 1, comments: 2 })
})

await t.test('C15 sends nothing that its reader may no longer see, and hides what was sent', async (t) => {
  const [ann, bob, cyd] = await people(3)
  const work = await makeWork(test.db, ann!, 'Secret coat')
  const question = await writeComment(bob!, work)
  await writeComment(cyd!, work, { parentId: question, body: 'A secret answer' })
  await runTasks(test.db)
  t.match(await list(bob!, 'comments'), [{ kind: 'reply', excerpt: 'A secret answer', title: 'Secret coat' }])
  const hide = () => inTransaction(test.db, (trx) => updateWork(trx, work, { visibility: 'private' }))
  await hide()
  const [hidden] = await list(bob!, 'comments')
  t.match(hidden, { hidden: true, actors: [], subject: null, path: null, message: /no longer available/ })
  t.notMatch(JSON.stringify(hidden), new RegExp(`[Ss]ecret|${cyd!.username}|${work}`))
  t.match(await list(ann!, 'comments'), [{ hidden: false }, { hidden: false }], 'its owner sees it still')

  await writeComment(ann!, work, { parentId: question, mentions: [cyd!.id], body: 'Behind closed doors' })
  await runTasks(test.db)
  t.equal((await list(bob!, 'comments')).length, 1)
  t.same(await list(cyd!, 'comments'), [])
})

await t.test('a failed upload gives the reason, and a retry notifies again', async (t) => {
  const [ann] = await people(1)
  const id = await makeUpload(test.db, ann!)
  await finishUpload(test.db, id)
  await failUpload(test.db, { id, attempt: 1 }, { code: 'NOT_A_MODEL', params: {} })
  await runTasks(test.db, 2)
  t.match(await list(ann!), [
    { kind: 'upload_failed', message: 'dress.glb couldn’t be processed', excerpt: /isn’t a 3D file/ },
  ])
  await retryUpload(test.db, id)
  await failUpload(test.db, { id, attempt: 2 }, { code: 'MODEL_EMPTY', params: {} })
  await runTasks(test.db)
  t.equal((await list(ann!)).length, 2)
})

await t.test('a failed render is not reported with the failure of a later attempt', async (t) => {
  const [ann] = await people(1)
  const id = await makeRender(test.db, ann!)
  await failRender(test.db, { id, attempt: 1 }, { code: 'PROCESSING_FAILED', params: {} })
  await retryRender(test.db, id)
  await failRender(test.db, { id, attempt: 2 }, { code: 'MODEL_EMPTY', params: {} })
  await runTasks(test.db)
  const failures = (await list(ann!)).filter(({ kind }) => kind === 'render_failed')
  t.equal(failures.length, 1)
  t.match(failures[0], { excerpt: /no visible/ })
})

await t.test('notifies users through the channels that they chose', async (t) => {
  const [ann, bob] = await people(2)
  const work = await makeWork(test.db, ann!)
  const off = { live: false, bell: false, email: false, digest: false }
  await setPreferences(test.db, ann!.id, [
    { kind: 'like', ...off },
    { kind: 'comment', ...off, live: true },
  ])
  await likeWork(test.db, work, bob!.id)
  const comment = await writeComment(bob!, work)
  await runTasks(test.db)
  t.match(await list(ann!), [{ kind: 'upload_ready' }], 'no like')
  t.same(await list(ann!, 'comments'), [], 'not in the list')
  const row = await sql<{ id: string }>`select id from notifications where subject_id = ${comment}`.execute(test.db)
  t.equal(await events('notification.raised', row.rows[0]!.id), 1, 'but on an open page')
})

await t.test('an announcement reaches every existing user once, in their language', async (t) => {
  const [ann] = await people(1)
  const texts = { en: { title: 'New fabrics', body: 'Velvet.' }, 'zh-CN': { title: '新面料', body: '丝绒。' } }
  const { id } = await insertAnnouncement(test.db, { authorId: ann!.id, texts, path: '/creators' })
  // Ann registered in the same millisecond as the announcement, 300 microseconds before it.
  await sql`update announcements set created_at = date_trunc('milliseconds', created_at) + interval '900 microseconds'
    where id = ${id}`.execute(test.db)
  await sql`update users set created_at = a.created_at - interval '300 microseconds' from announcements a
    where users.id = ${ann!.id} and a.id = ${id}`.execute(test.db)
  await runTasks(test.db, 2)
  const [bob] = await people(1)
  const everybody = await sql<{ n: number }>`select count(*)::int as n from notifications
    where kind = 'announcement'`.execute(test.db)
  const users = await sql<{ n: number }>`select count(*)::int as n from users`.execute(test.db)
  t.equal(everybody.rows[0]!.n, users.rows[0]!.n - 1)
  t.same(await list(bob!), [])
  const [row] = (await listNotifications(test.db, { userId: ann!.id, tab: 'notifications', limit: 1 })).items
  t.match(notificationView(row!, 'en'), { message: 'New fabrics', excerpt: 'Velvet.', path: '/creators' })
  t.match(notificationView(row!, 'zh-CN'), { message: '新面料', excerpt: '丝绒。' })
})

await t.test('an announcement that is withdrawn while it is sent reaches no more users', async (t) => {
  const [ann] = await people(1)
  const texts = { en: { title: 'Wrong', body: '' }, 'zh-CN': { title: '有误', body: '' } }
  const { id } = await insertAnnouncement(test.db, { authorId: ann!.id, texts, path: null })
  const after = '00000000-0000-0000-0000-000000000000'
  const recipients = () =>
    recipientsOfAnnouncement(test.db, { announcementId: id, key: `announcement:${id}`, after, limit: 100 })
  t.ok((await recipients()).includes(ann!.id))
  await withdrawAnnouncement(test.db, id)
  t.same(await recipients(), [])
})

await t.test('activity phases, S codes and moderation go through the same function', async (t) => {
  const [ann] = await people(1)
  const activity = { kind: 'activity', id: newId() } as const
  const phase = { userId: ann!.id, kind: 'activity_phase' as const, key: `phase:${activity.id}:submission` }
  t.ok(await notify(test.db, { ...phase, subject: activity, params: { title: 'Spring', phase: 'submission' } }))
  t.notOk(await notify(test.db, { ...phase, subject: activity, params: { title: 'Spring', phase: 'submission' } }))
  t.ok(await notify(test.db, { userId: ann!.id, kind: 's_code', key: 's_code:1', params: { days: 30 } }))
  const reason = { result: 'hidden', title: 'Slip dress', reason: 'Not your own photograph' }
  t.ok(await notify(test.db, { userId: ann!.id, kind: 'moderation', key: 'moderation:1', params: reason }))
  t.same(
    (await list(ann!)).map(({ message, excerpt }) => [message, excerpt]),
    [
      ['Slip dress was hidden by a moderator', 'Not your own photograph'],
      ['You received an S code with 30-day access', ''],
      ['Spring: submission is open', ''],
    ],
  )
})

await t.test('pages neither skip nor repeat rows, and old rows are removed', async (t) => {
  const [ann] = await people(1)
  for (let i = 0; i < 7; i++)
    await notify(test.db, { userId: ann!.id, kind: 's_code', key: `s_code:page ${i}`, params: { days: i } })
  const seen: unknown[] = []
  for (let cursor: string | undefined; ;) {
    const page = await listNotifications(test.db, { userId: ann!.id, tab: 'notifications', limit: 3, cursor })
    seen.push(...page.items.map((row) => row.params['days']))
    if (!page.nextCursor) break
    cursor = page.nextCursor
  }
  t.same(seen, [6, 5, 4, 3, 2, 1, 0])
  await sql`update notifications set raised_at = now() - interval '91 days'
    where user_id = ${ann!.id} and params->>'days' < '3'`.execute(test.db)
  t.equal(await forgetNotifications(test.db), 3)
  t.equal((await list(ann!)).length, 4)
})

await t.test('deleting an account removes its notifications and those that it caused', async (t) => {
  const [ann, bob, cyd] = await people(3)
  const work = await makeWork(test.db, ann!)
  await setFollow(test.db, bob!.id, ann!.id, true)
  await likeWork(test.db, work, bob!.id)
  await likeWork(test.db, work, cyd!.id)
  await writeComment(bob!, work)
  await setFollow(test.db, ann!.id, bob!.id, true)
  await runTasks(test.db)
  await deleteAccount(test.db, bob!.id)
  const notified = await list(ann!)
  t.same(notified.map(({ kind }) => kind).sort(), ['like', 'upload_ready'])
  t.match(
    notified.find(({ kind }) => kind === 'like'),
    { people: 1, actors: [{ id: cyd!.id }] },
  )
  t.same(await list(ann!, 'comments'), [])
  const left = await sql`select 1 from notifications where user_id = ${bob!.id}
    union all select 1 from notification_causes where user_id = ${bob!.id} or actor_id = ${bob!.id}`.execute(test.db)
  t.same(left.rows, [])
})

await t.test('an alert notifies every administrator once, and nobody else', async (t) => {
  const [adm, other] = [await makeUser(test.db, { group: 'admin' }), await makeUser(test.db, { group: 'admin' })]
  const [ann] = await people(1)
  const sign = { kind: 'no_worker', queue: 'renders', bad: true, params: { waiting: 2 } } as const
  await updateAlerts(test.db, [sign])
  await sql`update alert_signs set since = now() - interval '1 minute'`.execute(test.db)
  await updateAlerts(test.db, [sign])
  await runTasks(test.db, 2)
  await updateAlerts(test.db, [sign])
  await runTasks(test.db)
  const notified = async (user: User, language: Language = 'en') => {
    const { items } = await listNotifications(test.db, { userId: user.id, tab: 'notifications', limit: 10 })
    return items.map((row) => notificationView(row, language)).map(({ message, path }) => [message, path])
  }
  t.same(await notified(adm), [['Alert: no worker for Cloud renders', '/backgroundAdmin/queues']])
  t.same(await notified(other, 'zh-CN'), [['告警：“云渲染”没有运行中的工作进程', '/backgroundAdmin/queues']])
  t.equal((await unread(adm)).notifications, 1, 'the bell counts it')
  t.same(await notified(ann!), [])
  await sql`update users set "group" = 'user' where id = ${other.id}`.execute(test.db)
  t.match(await notified(other), [['This is no longer available', null]], 'nor to who is none any more')
})
