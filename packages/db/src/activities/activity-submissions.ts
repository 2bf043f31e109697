import { sql, type RawBuilder } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import type { Scores } from '@toile/contracts/activities/activities'
import type { Hotspot } from '@toile/contracts/works/works'
import type { Visibility, WorkState } from '@toile/contracts/works/works.constants'
import { inTransaction, type Db } from '../client.js'
import { pageOf, timeCursor, type Page } from '../cursors.js'
import { hashOfWords, receiptText, type ReceiptFields } from '../receipt-text.js'
import { assertPhase, lockActivity, isEntryVisible, ownPart } from './activities.js'
import { lockRegistration } from './activity-registrations.js'
import { isShown } from '../works/shown-works.js'
import { insertWorkVersion } from '../works/work-versions.js'

/**
 * Enters a work as it is now: a version of it that nobody changes any more. The time is asked for last, so an entry counts
 * when it is done and not when it began.
 * @returns the entry's id
 * @throws ToileError NOT_FOUND for somebody else's work, or why it is refused
 */
export async function submitWork(
  db: Db,
  { activityId, workId, userId }: { activityId: string; workId: string; userId: string },
): Promise<string> {
  return inTransaction(db, async (trx) => {
    await lockActivity(trx, activityId)
    await assertPhase(trx, activityId, 'submit')
    if ((await ownPart(trx, activityId, userId)).juror) throw new ToileError('JUROR_TAKES_NO_PART')
    if (!(await lockRegistration(trx, activityId, userId))) throw new ToileError('REGISTRATION_MISSED')
    await assertEnterable(trx, { activityId, workId, userId })
    const id = newId()
    const version = await insertWorkVersion(trx, workId)
    const files = await filesOf(trx, version.id)
    const at = await assertPhase(trx, activityId, 'submit')
    const fields = { activityId, workId, versionId: version.id, version: version.number }
    await trx
      .insertInto('activity_submissions')
      .values({
        id,
        activity_id: activityId,
        work_id: workId,
        version_id: version.id,
        submitted_at: at,
        receipt: receiptText({ ...fields, submittedAt: at.toISOString(), words: hashOfWords(version), files }),
      })
      .execute()
    return id
  })
}

/** Call it while the person's registration is held: two at once are counted one after the other. */
async function assertEnterable(
  trx: Db,
  { activityId, workId, userId }: { activityId: string; workId: string; userId: string },
): Promise<void> {
  // Its words, files and state stay as they are until the commit.
  const { rows } = await sql<{ owner_id: string; shown: boolean }>`
    select owner_id, ${isShown()} as shown from works
    where id = ${workId} for no key update`.execute(trx)
  if (rows[0]?.owner_id !== userId) throw new ToileError('NOT_FOUND')
  if (!rows[0].shown) throw new ToileError('WORK_NOT_SHOWN')
  const counted = await sql<{ mine: number; limit: number; entered: boolean }>`
    select (select count(*)::int from activity_submissions s join works w on w.id = s.work_id
        where s.activity_id = ${activityId} and w.owner_id = ${userId}) as mine,
      exists (select 1 from activity_submissions where activity_id = ${activityId} and work_id = ${workId}) as entered,
      max_submissions as limit
    from activities where id = ${activityId}`.execute(trx)
  const { mine, limit, entered } = counted.rows[0]!
  if (entered) throw new ToileError('ALREADY_ENTERED')
  if (mine >= limit) throw new ToileError('SUBMISSION_LIMIT', { params: { limit } })
}

/** What a version is made of, with the hashes that were taken when it was stored. */
async function filesOf(trx: Db, versionId: string): Promise<ReceiptFields['files']> {
  const { rows } = await sql<ReceiptFields['files'][number]>`
    with parts as (
      select 1 as place, 'original' as kind, original_file_id as file_id from work_versions where id = ${versionId}
      union all select 2, 'model', model_file_id from work_versions where id = ${versionId}
      union all select 3, 'video', u.original_file_id from work_versions v join uploads u on u.id = v.video_upload_id
        where v.id = ${versionId}
      union all select 3 + shown.place, case shown.place when 1 then 'cover' else 'picture' end, shown.file_id
        from work_versions v, unnest(v.picture_file_ids) with ordinality as shown (file_id, place)
        where v.id = ${versionId})
    select parts.kind, bytes, sha256 from parts join files on files.id = file_id where sha256 is not null order by place`.execute(
    trx,
  )
  return rows
}

/** Takes a work out again. @throws ToileError NOT_FOUND, ENTRY_DISQUALIFIED, or why the phase forbids it */
export async function withdrawWork(
  db: Db,
  { activityId, workId, userId }: { activityId: string; workId: string; userId: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockActivity(trx, activityId)
    const { rows } = await sql<{ id: string; disqualified: boolean }>`
      select s.id, s.disqualified_at is not null as disqualified from activity_submissions s
      join works w on w.id = s.work_id
      where s.activity_id = ${activityId} and s.work_id = ${workId} and w.owner_id = ${userId} for update of s`.execute(
      trx,
    )
    if (!rows[0]) throw new ToileError('NOT_FOUND')
    await assertPhase(trx, activityId, 'withdraw')
    if (rows[0].disqualified) throw new ToileError('ENTRY_DISQUALIFIED')
    await trx.deleteFrom('activity_submissions').where('id', '=', rows[0].id).execute()
  })
}

export interface EntryRow {
  id: string
  activity_id: string
  work_id: string
  owner_id: string
  username: string
  nickname: string
  avatar_id: string | null
  owner_gone: boolean
  state: WorkState
  visibility: Visibility
  hidden_at: Date | null
  title: string
  version: number
  cover_id: string | null
  model_file_id: string | null
  model_bytes: number | null
  model_public: boolean | null
  submitted_at: Date
  disqualified_at: Date | null
  disqualified_reason: string | null
  rank: number | null
  score: number | null
  award_rank: number | null
  award_title: string | null
  bonus: number | null
  my_scores: Scores | null
  intro: string
  hotspots: Hotspot[]
  image_ids: string[]
  video_upload_id: string | null
}

const selectEntries = (viewerId: string | undefined, where: RawBuilder<unknown>, rest: RawBuilder<unknown>) =>
  sql<EntryRow>`
    select s.id, s.activity_id, s.work_id, w.owner_id, u.username, u.nickname, u.avatar_id,
      u.deleted_at is not null as owner_gone, w.state, w.visibility, w.hidden_at, v.title, v.number as version, v.cover_id,
      v.model_file_id, f.bytes as model_bytes, f.public as model_public, s.submitted_at, s.disqualified_at,
      s.disqualified_reason, s.rank, s.score, p.rank as award_rank, p.title as award_title, p.bonus,
      (select scores from activity_scores c where c.submission_id = s.id and c.juror_id = ${viewerId ?? null}::uuid)
        as my_scores, v.intro, v.hotspots, v.image_ids, v.video_upload_id
    from activity_submissions s
    join works w on w.id = s.work_id
    join users u on u.id = w.owner_id
    join work_versions v on v.id = s.version_id
    left join files f on f.id = v.model_file_id and f.state = 'stored'
    left join activity_awards p on p.submission_id = s.id
    where ${where} ${rest}`

const isVisible = (viewerId: string | undefined) => sql`(${isEntryVisible} or w.owner_id = ${viewerId ?? null}::uuid)`

/** Works in an activity, the latest first. */
export async function listEntries(
  db: Db,
  list: {
    activityId: string
    list: 'all' | 'mine' | 'awarded' | 'others'
    viewerId: string | undefined
    limit: number
    cursor?: string | undefined
  },
): Promise<Page<EntryRow>> {
  const before = timeCursor(list.cursor)
  const after = before ? sql`and (s.submitted_at, s.id) < (${before.at}, ${before.id}::uuid)` : sql``
  const of = {
    all: sql``,
    mine: sql`and w.owner_id = ${list.viewerId ?? null}::uuid`,
    awarded: sql`and p.slot is not null`,
    others: sql`and p.slot is null`,
  }[list.list]
  const { rows } = await selectEntries(
    list.viewerId,
    sql`s.activity_id = ${list.activityId} and ${isVisible(list.viewerId)} ${of} ${after}`,
    sql`order by s.submitted_at desc, s.id desc limit ${list.limit + 1}`,
  ).execute(db)
  return pageOf(rows, list.limit, (row) => [row.submitted_at.getTime(), row.id])
}

/** The best works of an activity that count, by the rank that the jury gave them; works without one come last. */
export async function listBestEntries(db: Db, activityId: string, limit: number): Promise<EntryRow[]> {
  return (
    await selectEntries(
      undefined,
      sql`s.activity_id = ${activityId} and s.disqualified_at is null and ${isEntryVisible}`,
      sql`order by s.rank nulls last, s.submitted_at, s.id limit ${limit}`,
    ).execute(db)
  ).rows
}

/** Works with a prize, the first one first. */
export async function listWinners(db: Db, activityId: string, viewerId: string | undefined): Promise<EntryRow[]> {
  const where = sql`s.activity_id = ${activityId} and p.slot is not null`
  return (await selectEntries(viewerId, where, sql`order by p.slot`).execute(db)).rows
}

/** One work's entry; undefined where there is none that this person may see. */
export async function findEntry(
  db: Db,
  { activityId, workId, viewerId }: { activityId: string; workId: string; viewerId: string | undefined },
): Promise<EntryRow | undefined> {
  const where = sql`s.activity_id = ${activityId} and s.work_id = ${workId} and ${isVisible(viewerId)}`
  return (await selectEntries(viewerId, where, sql``).execute(db)).rows[0]
}

/** The text of an entry's receipt; undefined where there is no entry. */
export async function findReceipt(db: Db, activityId: string, workId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('activity_submissions')
    .select('receipt')
    .where('activity_id', '=', activityId)
    .where('work_id', '=', workId)
    .executeTakeFirst()
  return row?.receipt
}
