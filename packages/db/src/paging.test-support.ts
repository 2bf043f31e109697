import { sql, type RawBuilder } from 'kysely'
import { newId } from '@toile/contracts/ids'
import { makeActivity } from '@toile/testing/activities'
import { makeUser } from '@toile/testing/factories'
import type { Db } from './client.js'
import type { Page } from './cursors.js'
import { listParticipants } from './activities/activity-registrations.js'
import { listCodes } from './software/codes.js'
import { listComments } from './comments/comments.js'
import { listCreators, listFollows } from './users/creators.js'
import { listFeed } from './works/feed.js'
import { listMessages } from './messages/messages.js'
import { listNotifications } from './notifications/notification-rows.js'
import { listOwnWorks } from './works/works.js'

export interface List {
  /** Creates the object that the list belongs to and returns its id. Each random history gets a new object. */
  scope?: () => Promise<string>
  /** Adds a row and returns its id, which is not in `used`. Other rows may share the sort position `at`. */
  add(scope: string, at: number, used: ReadonlySet<string>): Promise<string>
  remove(scope: string, id: string): Promise<unknown>
  page(scope: string, query: { limit: number; cursor?: string | undefined }): Promise<Page<string>>
}

export async function makeLists(db: Db): Promise<Record<string, List>> {
  const people = await Promise.all(Array.from({ length: 24 }, async () => (await makeUser(db)).id))
  const batch = newId()
  await sql`insert into code_batches (id, days, count) values (${batch}, 30, 1)`.execute(db)
  const run = (statement: RawBuilder<unknown>) => statement.execute(db)
  /** A time that several rows may share, with the millisecond precision of cursors. */
  const moment = (at: number) => new Date(Date.UTC(2026, 10, 22) + at)
  const idsOf = <Row>(page: Page<Row>, idOf: (row: Row) => string) => ({ ...page, items: page.items.map(idOf) })

  async function addWork(ownerId: string, at: number): Promise<string> {
    const id = crypto.randomUUID()
    await run(sql`insert into works (id, owner_id, title, visibility, state, released_at)
      values (${id}, ${ownerId}, 'Toile', 'public', 'released', ${moment(at)})`)
    // A realistic popularity: a logarithm with all its decimals.
    await run(sql`insert into work_counters (work_id, popularity) values (${id}, ${6_850 + Math.log2(at + 2)})`)
    return id
  }
  const removeWork = (_scope: string, id: string) => run(sql`delete from works where id = ${id}`)
  const person = async () => (await makeUser(db)).id
  const feed = (sort: 'latest' | 'popular'): List => ({
    scope: person,
    add: addWork,
    remove: removeWork,
    page: async (ownerId, query) => idsOf(await listFeed(db, { sort, ownerId, ...query }), ({ id }) => id),
  })
  /** An unused user: for position 1 the first in `people`, otherwise the last. */
  const unusedPerson = (at: number, used: ReadonlySet<string>): string =>
    (at === 1 ? people : people.toReversed()).find((id) => !used.has(id))!

  const lists: Record<string, List> = {
    'the latest works': feed('latest'),
    'the most popular works': feed('popular'),
    'own works': {
      scope: person,
      add: addWork,
      remove: removeWork,
      page: async (ownerId, query) => idsOf(await listOwnWorks(db, { ownerId, ...query }), ({ id }) => id),
    },
    'creators by their followers': {
      async add(_scope, at, used) {
        const id = unusedPerson(at, used)
        await addWork(id, at)
        await run(
          sql`update users set followers = ${at}, featured_since = ${at === 2 ? moment(0) : null} where id = ${id}`,
        )
        return id
      },
      remove: (_scope, id) => run(sql`delete from works where owner_id = ${id} and state = 'released'`),
      page: async (_scope, query) =>
        idsOf(await listCreators(db, { sort: 'fans', ...query }), ({ ownerId }) => ownerId),
    },
    followers: {
      scope: person,
      async add(of, at, used) {
        const id = unusedPerson(at, used)
        // Times with microseconds, the precision of Postgres; cursors have milliseconds only.
        await run(sql`insert into follows (follower_id, followee_id, created_at)
          values (${id}, ${of}, ${moment(at)}::timestamptz + interval '1 microsecond' * (random() * 999)::int)`)
        return id
      },
      remove: (of, id) => run(sql`delete from follows where follower_id = ${id} and followee_id = ${of}`),
      page: async (of, query) =>
        idsOf(await listFollows(db, { of, side: 'followers', ...query }), ({ ownerId }) => ownerId),
    },
    'participants of an activity': {
      scope: () => makeActivity(db, 'registration'),
      async add(activity, at, used) {
        const id = unusedPerson(at, used)
        await run(sql`insert into activity_registrations (activity_id, user_id, created_at)
          values (${activity}, ${id}, ${moment(at)})`)
        return id
      },
      remove: (activity, id) =>
        run(sql`delete from activity_registrations where activity_id = ${activity} and user_id = ${id}`),
      page: async (activityId, query) =>
        idsOf(await listParticipants(db, { activityId, ...query }), ({ ownerId }) => ownerId),
    },
    notifications: {
      scope: person,
      async add(userId, at) {
        const id = crypto.randomUUID()
        await run(sql`insert into notifications (id, user_id, kind, tab, bell, created_at, raised_at)
          values (${id}, ${userId}, 'account', 'notifications', true, ${moment(at)}, ${moment(at)})`)
        return id
      },
      remove: (_scope, id) => run(sql`delete from notifications where id = ${id}`),
      page: async (userId, query) =>
        idsOf(await listNotifications(db, { userId, tab: 'notifications', ...query }), ({ id }) => id),
    },
    comments: {
      scope: () => person().then((owner) => addWork(owner, 0)),
      async add(workId) {
        const id = crypto.randomUUID()
        await run(sql`insert into comments (id, work_id, author_id, body) values (${id}, ${workId}, ${people[0]}, 'x')`)
        return id
      },
      remove: (_scope, id) => run(sql`delete from comments where id = ${id}`),
      page: async (workId, query) => idsOf(await listComments(db, { on: { workId }, ...query }), ({ id }) => id),
    },
    messages: {
      async scope() {
        const [id, workId] = [newId(), newId()]
        await run(sql`insert into conversations (id, kind, work_id) values (${id}, 'moderation', ${workId})`)
        return id
      },
      async add(conversationId) {
        const id = newId()
        await run(sql`with counted as (
            update conversations set last_seq = last_seq + 1 where id = ${conversationId} returning last_seq)
          insert into messages (id, conversation_id, seq, sender_id, body)
          select ${id}::uuid, ${conversationId}, last_seq, ${people[0]}, 'x' from counted`)
        return id
      },
      remove: (_scope, id) => run(sql`delete from messages where id = ${id}`),
      page: async (conversationId, query) =>
        idsOf(await listMessages(db, { conversationId, ...query }), ({ id }) => id),
    },
    'held codes': {
      scope: person,
      async add(userId, at) {
        const id = crypto.randomUUID()
        await run(sql`insert into s_codes (id, batch_id, days, hash, hint, holder_id, received_at)
          values (${id}, ${batch}, 30, decode(md5(${id}::text), 'hex'), 'ABCD', ${userId}, ${moment(at)})`)
        return id
      },
      remove: (_scope, id) => run(sql`delete from s_codes where id = ${id}`),
      page: async (userId, query) => idsOf(await listCodes(db, { userId, ...query }), ({ id }) => id),
    },
  }
  return lists
}
