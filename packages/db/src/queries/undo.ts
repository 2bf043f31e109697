import { sql } from 'kysely'
import { undoOf, type DeedName, type Undoable } from '@toile/contracts/audit.constants'
import { ToileError } from '@toile/contracts/errors'
import type { Params } from '@toile/contracts/failures'
import { changesOf } from '../changes-of.js'
import { inTransaction, type Db } from '../client.js'
import { noteDeed } from './audit.js'
import { banUser, unbanUser } from './bans.js'
import { hideComment, unhideComment } from './comment-moderation.js'
import { courseFacts } from './course-facts.js'
import { showCourse } from './courses-office.js'
import { marketFacts, showMarketItem } from './market-office.js'
import { inUndo } from './undoing.js'
import { suspendTenant } from './tenants-office.js'
import { setFeatured, setGroup } from './user-rights.js'
import { featureWork, hideWork, unhideWork } from './work-moderation.js'

interface Undone {
  id: string
  action: DeedName
  subject_kind: string
  subject_id: string
  before: Params | null
  undone: boolean
}

interface Undo {
  /** What the deed was done to. */
  id: string
  actorId: string
  reason: string
  before: Params | null
}

/** How each deed is taken back. Each is a deed like any other: it looks for itself whether it can be done, and is noted. */
const undoings: Record<Undoable, (trx: Db, undo: Undo) => Promise<unknown>> = {
  'work.hidden': unhideWork,
  'work.unhidden': hideWork,
  'comment.hidden': unhideComment,
  'comment.unhidden': hideComment,
  'work.featured': (trx, undo) => featureWork(trx, { ...undo, featured: false }),
  'work.unfeatured': (trx, undo) => featureWork(trx, { ...undo, featured: true }),
  'creator.featured': (trx, undo) => setFeatured(trx, undo, false),
  'creator.unfeatured': (trx, undo) => setFeatured(trx, undo, true),
  'user.promoted': (trx, undo) => setGroup(trx, undo, 'user'),
  'user.demoted': (trx, undo) => setGroup(trx, undo, 'admin'),
  // A ban over a ban gives way to the one before.
  'user.banned': (trx, undo) => (undo.before ? banUser(trx, formerBan(undo)) : unbanUser(trx, undo)),
  'user.unbanned': (trx, undo) => banUser(trx, formerBan(undo)),
  'tenant.suspended': (trx, undo) => suspendTenant(trx, undo, false),
  // With the reason that its members read before.
  'tenant.resumed': (trx, undo) =>
    suspendTenant(trx, { ...undo, reason: String(undo.before?.['suspended'] ?? undo.reason) }, true),

  'course.published': (trx, undo) => show(trx, undo, 'course.withdrawn', () => showCourse(trx, undo.id, false)),
  'course.withdrawn': (trx, undo) => show(trx, undo, 'course.published', () => showCourse(trx, undo.id, true)),
  'market.published': (trx, undo) => show(trx, undo, 'market.withdrawn', () => showMarketItem(trx, undo.id, false)),
  'market.withdrawn': (trx, undo) => show(trx, undo, 'market.published', () => showMarketItem(trx, undo.id, true)),
}

/** The ban as it was; for good where it had no end. */
function formerBan({ before, ...deed }: Undo) {
  const until = Date.parse(String(before?.['until']))
  return {
    ...deed,
    reason: String(before?.['reason'] ?? deed.reason),
    until: Number.isNaN(until) ? null : new Date(until),
  }
}

/** Shows a course or an item, or takes it back; those are noted by who calls. */
async function show(trx: Db, undo: Undo, action: DeedName, work: () => Promise<boolean>): Promise<boolean> {
  const [subjectKind = ''] = action.split('.')
  const { id: subjectId, actorId, reason } = undo
  const facts = () => (subjectKind === 'course' ? courseFacts(trx, subjectId) : marketFacts(trx, subjectId))
  const before = await facts()
  if (!(await work())) return false
  const params = { title: String(before?.['title'] ?? '') }
  await noteDeed(trx, { actorId, action, subjectKind, subjectId, params, ...changesOf(before, await facts()), reason })
  return true
}

/**
 * Takes a deed back. What it did has to stand as it left it: once something else was done since, or it was taken back
 * already, it is refused.
 * @throws ToileError NOT_FOUND, MOVED_ON, or what the deed refuses
 */
export function undoDeed(
  db: Db,
  { deedId, actorId, reason }: { deedId: string; actorId: string; reason: string },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<Undone>`select id, action, subject_kind, subject_id, before,
        exists (select from audit u where u.undoes = a.id) as undone from audit a where id = ${deedId}`.execute(trx)
    const deed = rows[0]
    const undo = deed && (undoings as Partial<Record<DeedName, (typeof undoings)[Undoable]>>)[deed.action]
    if (!deed || !undo) throw new ToileError('NOT_FOUND')
    if (deed.undone) throw new ToileError('MOVED_ON')
    const done = await inUndo(deedId, () =>
      undo(trx, { id: deed.subject_id, actorId, reason, before: deed.before }),
    ).catch((error: unknown) => {
      throw error instanceof ToileError && MOVED.has(error.code) ? new ToileError('MOVED_ON') : error
    })
    // The deed holds its thing by now: what came in between is seen here.
    if (done === false || (await hasMovedOn(trx, deed))) throw new ToileError('MOVED_ON')
  })
}

/** How deeds say that a thing is not as they need it. */
const MOVED = new Set(['STATE_CONFLICT', 'NOTHING_CHANGED'])

/** Whether anything of this kind was done to the thing after the deed, other than taking it back. */
async function hasMovedOn(trx: Db, { id, action, subject_id: subjectId }: Undone): Promise<boolean> {
  const { rows } =
    await sql`select from audit where subject_id = ${subjectId} and action in (${action}, ${undoOf(action)})
    and id > ${id} and undoes is distinct from ${id} limit 1`.execute(trx)
  return rows.length > 0
}
