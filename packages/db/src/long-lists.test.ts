import { sql, type RawBuilder } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { makeActivity } from '@toile/testing/activities'
import { createTestDatabase } from '@toile/testing/database'
import { makeUser } from '@toile/testing/factories'
import { rowsTouched } from '@toile/testing/explain-rows'
import type { Db } from './client.js'
import type { Page, PageQuery } from './cursors.js'
import { listEntries } from './activities/activity-submissions.js'
import { listParticipants } from './activities/activity-registrations.js'
import { listComments, listReplies } from './comments/comments.js'
import { listConversations } from './messages/conversations.js'
import { listMessages } from './messages/messages.js'
import { listNotifications, listSentComments } from './notifications/notification-rows.js'
import { listCodes } from './software/codes.js'
import { listCreators, listFollows } from './users/creators.js'

// The lists of works are in works/feed.test.ts, which has more of them.
const ROWS = 5_000
const LIMIT = 50
const PAGES = 20
const CONVERSATIONS = 2_000

const test = await createTestDatabase()
t.teardown(() => test.drop())
const run = (statement: RawBuilder<unknown>) => statement.execute(test.db)
const { id: owner } = await makeUser(test.db)
const { id: other } = await makeUser(test.db)
const [work, comment, conversation, batch] = [newId(), newId(), newId(), newId()]
const activity = await makeActivity(test.db, 'submission')

const numbers = sql`generate_series(1, ${ROWS}::int) n`
const time = sql`date_trunc('milliseconds', now()) - make_interval(secs => n)`
const crowd = sql`(select id, row_number() over (order by username) as n from users
  where username like 'crowd %') crowd`
await run(sql`with crowd as (
    insert into users (id, username, email, invite_code, followers)
    select gen_random_uuid(), 'crowd ' || n, n || '@example.test', n, n % 997 from ${numbers} returning id)
  insert into works (id, owner_id, visibility, state, released_at)
  select gen_random_uuid(), id, 'public', 'released', now() from crowd`)
await run(sql`insert into follows (follower_id, followee_id, created_at)
  select id, person, ${time} from ${crowd}, unnest(array[${owner}, ${other}]::uuid[]) person
  union all select person, id, ${time} from ${crowd}, unnest(array[${owner}, ${other}]::uuid[]) person`)
await run(sql`insert into works (id, owner_id, visibility, state) values (${work}, ${owner}, 'public', 'released')`)
await run(sql`insert into comments (id, work_id, author_id, body)
  values (${comment}, ${work}, ${owner}, 'x')`)
await run(sql`insert into comments (id, work_id, author_id, body, parent_id)
  select gen_random_uuid(), ${work}, ${owner}, 'x', parent
  from ${numbers}, unnest(array[null, ${comment}]::uuid[]) parent`)
await run(sql`insert into notifications (id, user_id, kind, tab, bell, created_at, raised_at)
  select gen_random_uuid(), person, 'account', 'notifications', true, ${time}, ${time}
  from ${numbers}, unnest(array[${owner}, ${other}]::uuid[]) person`)
await run(sql`insert into conversations (id, kind, work_id) values (${conversation}, 'moderation', ${work})`)
await run(sql`insert into messages (id, conversation_id, seq, sender_id, body)
  select gen_random_uuid(), ${conversation}, n, ${owner}, 'x' from ${numbers}`)
await run(sql`insert into code_batches (id, days, count) values (${batch}, 30, 1)`)
await run(sql`insert into s_codes (id, batch_id, days, hash, hint, holder_id, received_at)
  select gen_random_uuid(), ${batch}, 30, decode(md5(n::text), 'hex'), 'ABCD', ${owner}, ${time} from ${numbers}`)
await run(sql`insert into activity_registrations (activity_id, user_id, created_at)
  select ${activity}, id, ${time} from ${crowd}`)
await run(sql`with versions as (
    insert into work_versions (id, work_id, number, title, intro, categories, tags)
    select gen_random_uuid(), id, 1, '', '', '{}', '{}' from works where id <> ${work} returning id, work_id),
  numbered as (select *, row_number() over (order by id) as n from versions)
  insert into activity_submissions (id, activity_id, work_id, version_id, receipt, submitted_at)
  select gen_random_uuid(), ${activity}, work_id, id, '', ${time} from numbered`)
await run(sql`analyze`)

const lists: Record<string, (db: Db, page: PageQuery) => Promise<Page<unknown>>> = {
  'creators by followers': (db, page) => listCreators(db, { sort: 'fans', ...page }),
  'the newest creators': (db, page) => listCreators(db, { sort: 'newest', ...page }),
  followers: (db, page) => listFollows(db, { of: owner, side: 'followers', ...page }),
  'followed users': (db, page) => listFollows(db, { of: owner, side: 'following', ...page }),
  comments: (db, page) => listComments(db, { on: { workId: work }, ...page }),
  replies: (db, page) => listReplies(db, { parentId: comment, viewerId: undefined, ...page }),
  'sent comments': (db, page) => listSentComments(db, { userId: owner, ...page }),
  notifications: (db, page) => listNotifications(db, { userId: owner, tab: 'notifications', ...page }),
  messages: (db, page) => listMessages(db, { conversationId: conversation, ...page }),
  'held codes': (db, page) => listCodes(db, { userId: owner, ...page }),
  'participants of an activity': (db, page) => listParticipants(db, { activityId: activity, ...page }),
  'entries of an activity': (db, page) =>
    listEntries(db, { activityId: activity, list: 'all', viewerId: undefined, ...page }),
}

await t.test('a page of conversations reads less than ten rows of each, not all messages', async (t) => {
  await run(sql`with started as (
      insert into conversations (id, kind, pair, last_seq, last_at)
      select gen_random_uuid(), 'private', 'crowd ' || n, 20, ${time} from generate_series(1, ${CONVERSATIONS}::int) n
      returning id, pair),
    members as (
      insert into conversation_members (conversation_id, user_id, standing)
      select started.id, member, 'open' from started join ${crowd} on pair = 'crowd ' || n,
        unnest(array[${owner}, crowd.id]::uuid[]) member)
    insert into messages (id, conversation_id, seq, sender_id, body)
    select gen_random_uuid(), id, seq, ${other}, 'x' from started, generate_series(1, 20) seq`)
  await run(sql`analyze`)
  const page = (cursor?: string) => (one: Db) =>
    listConversations(one, { userId: owner, box: 'inbox', limit: LIMIT, cursor })
  const { items, nextCursor } = await page()(test.db)
  t.equal(items.length, LIMIT)
  t.match(items[0], { unread: 20, hasReply: true })
  for (const cursor of [undefined, nextCursor!]) {
    const rows = await rowsTouched(test.db, page(cursor))
    t.ok(rows < 10 * CONVERSATIONS, `${rows} rows`)
  }
})

for (const [name, list] of Object.entries(lists))
  await t.test(`pages 1 and ${PAGES} of ${ROWS} ${name} read and sort few rows`, async (t) => {
    const page = (cursor?: string) => (one: Db) => list(one, { limit: LIMIT, cursor })
    let cursor: string | undefined
    for (let number = 1; number < PAGES; number++) cursor = (await page(cursor)(test.db)).nextCursor!
    for (const [what, read] of Object.entries({ 'page 1': page(), [`page ${PAGES}`]: page(cursor) })) {
      t.equal((await read(test.db)).items.length, LIMIT)
      const rows: number[] = []
      // Postgres may have another plan from the sixth call on.
      for (let call = 1; call <= 6; call++) rows.push(await rowsTouched(test.db, read))
      t.ok(Math.max(...rows) <= 5 * LIMIT, `${rows.join(', ')} rows for ${what}`)
    }
  })
