import { sql, type InferResult } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import type { Scores } from '@toile/contracts/activities/activities'
import { inTransaction, type Db } from '../client.js'
import { pageOf, timeCursor, type Page } from '../cursors.js'
import { hashOfWords, receiptText, type ReceiptFields } from '../receipt-text.js'
import { assertPhase, lockActivity, isEntryVisible, ownPart } from './activities.js'
import { lockRegistration } from './activity-registrations.js'
import { isShown } from '../works/shown-works.js'
import { insertWorkVersion } from '../works/work-versions.js'

/**
 * Enters the work's current version and returns the entry's id. Checks the phase first, and again right before the
 * insert; the time of this second check is the entry's time. @throws ToileError NOT_FOUND (also for another user's
 * work), JUROR_TAKES_NO_PART, REGISTRATION_MISSED, WORK_NOT_SHOWN, ALREADY_ENTERED, SUBMISSION_LIMIT, and the errors of
 * assertPhase()
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

/** Requires the lock of lockRegistration(), which keeps parallel entries from exceeding the limit. */
async function assertEnterable(
  trx: Db,
  { activityId, workId, userId }: { activityId: string; workId: string; userId: string },
): Promise<void> {
  // Locks the work's text, files and state until the commit.
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

/** @throws ToileError NOT_FOUND, ENTRY_DISQUALIFIED, and the errors of assertPhase() */
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

const selectEntries = (db: Db, activityId: string, viewerId: string | undefined) =>
  db
    .selectFrom('activity_submissions as s')
    .innerJoin('works as w', 'w.id', 's.work_id')
    .innerJoin('users as u', 'u.id', 'w.owner_id')
    .innerJoin('work_versions as v', 'v.id', 's.version_id')
    .leftJoin('files as f', (join) => join.onRef('f.id', '=', 'v.model_file_id').on('f.state', '=', 'stored'))
    .leftJoin('activity_awards as p', 'p.submission_id', 's.id')
    .select([
      's.id',
      's.activity_id as activityId',
      's.work_id as workId',
      'w.owner_id as ownerId',
      'u.username',
      'u.nickname',
      'u.avatar_id as avatarId',
      sql<boolean>`u.deleted_at is not null`.as('ownerGone'),
      'w.state',
      'w.visibility',
      'w.hidden_at as hiddenAt',
      'v.title',
      'v.number as version',
      'v.cover_id as coverId',
      'v.model_file_id as modelFileId',
      'f.bytes as modelBytes',
      'f.public as modelPublic',
      's.submitted_at as submittedAt',
      's.disqualified_at as disqualifiedAt',
      's.disqualified_reason as disqualifiedReason',
      's.rank',
      's.score',
      'p.rank as awardRank',
      'p.title as awardTitle',
      'p.bonus',
      sql<Scores | null>`(select scores from activity_scores c
        where c.submission_id = s.id and c.juror_id = ${viewerId ?? null}::uuid)`.as('myScores'),
      'v.intro',
      'v.hotspots',
      'v.image_ids as imageIds',
      'v.video_upload_id as videoUploadId',
    ])
    .where('s.activity_id', '=', activityId)

export type EntryRow = InferResult<ReturnType<typeof selectEntries>>[number]

const isVisible = (viewerId: string | undefined) =>
  sql<boolean>`(${isEntryVisible} or w.owner_id = ${viewerId ?? null}::uuid)`

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
  const of = {
    all: sql<boolean>`true`,
    mine: sql<boolean>`w.owner_id = ${list.viewerId ?? null}::uuid`,
    awarded: sql<boolean>`p.slot is not null`,
    others: sql<boolean>`p.slot is null`,
  }[list.list]
  let query = selectEntries(db, list.activityId, list.viewerId).where(isVisible(list.viewerId)).where(of)
  if (before) query = query.where(sql<boolean>`(s.submitted_at, s.id) < (${before.at}, ${before.id}::uuid)`)
  const rows = await query
    .orderBy('s.submitted_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(list.limit + 1)
    .execute()
  return pageOf(rows, list.limit, (row) => [row.submittedAt.getTime(), row.id])
}

export function listBestEntries(db: Db, activityId: string, limit: number): Promise<EntryRow[]> {
  return selectEntries(db, activityId, undefined)
    .where('s.disqualified_at', 'is', null)
    .where(isEntryVisible)
    .orderBy('s.rank', (order) => order.asc().nullsLast())
    .orderBy('s.submitted_at')
    .orderBy('s.id')
    .limit(limit)
    .execute()
}

export function listWinners(db: Db, activityId: string, viewerId: string | undefined): Promise<EntryRow[]> {
  return selectEntries(db, activityId, viewerId).where('p.slot', 'is not', null).orderBy('p.slot').execute()
}

export function findEntry(
  db: Db,
  { activityId, workId, viewerId }: { activityId: string; workId: string; viewerId: string | undefined },
): Promise<EntryRow | undefined> {
  return selectEntries(db, activityId, viewerId)
    .where('s.work_id', '=', workId)
    .where(isVisible(viewerId))
    .executeTakeFirst()
}

export async function findReceipt(db: Db, activityId: string, workId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('activity_submissions')
    .select('receipt')
    .where('activity_id', '=', activityId)
    .where('work_id', '=', workId)
    .executeTakeFirst()
  return row?.receipt
}
