import { sql } from 'kysely'
import { undoOf, type AuditAction, type Undoable } from '@toile/contracts/audit/audit.constants'
import { ToileError } from '@toile/contracts/errors'
import type { Params } from '@toile/contracts/failures'
import { changesOf } from '../field-changes.js'
import { inTransaction, type Db } from '../client.js'
import { disqualifyEntry, findEntryOf, reinstateEntry } from '../activities/activity-entries-backstage.js'
import { recordAudit } from './audit.js'
import { banUser, unbanUser } from '../users/bans.js'
import { updateCategory } from '../categories/categories-backstage.js'
import { hideComment, unhideComment } from '../moderation/comment-moderation.js'
import { courseFacts } from '../courses/course-facts.js'
import { showCourse } from '../courses/courses-backstage.js'
import { marketFacts, showMarketItem } from '../market/market-backstage.js'
import { clearProfile, restoreProfile, unwarnUser, warnUser } from '../moderation/user-moderation.js'
import { isForAnother } from '../moderation/moderation-claims.js'
import { inAuditContext } from './audit-context.js'
import { updatePackage } from '../software/software.js'
import { addMember, removeMember, suspendTenant } from '../tenants/tenants-backstage.js'
import { setFeatured, setGroup } from '../users/user-rights.js'
import { featureWork, hideWork, unhideWork } from '../moderation/work-moderation.js'

const findUndone = (trx: Db, id: string) =>
  trx
    .selectFrom('audit as a')
    .select(['id', 'action', 'subject_kind as subjectKind', 'subject_id as subjectId', 'params', 'before', 'after'])
    .select(sql<boolean>`exists (select from audit u where u.undoes = a.id)`.as('undone'))
    .where('id', '=', id)
    .executeTakeFirst()

type Undone = NonNullable<Awaited<ReturnType<typeof findUndone>>>

interface Undo {
  id: string
  actorId: string
  reason: string
  params: Params
  before: Params | null
  after: Params | null
}

/** Each undo is itself an action: it checks its own preconditions and writes its own audit row. */
const undoHandlers: Record<Undoable, (trx: Db, undo: Undo) => Promise<unknown>> = {
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
  // If the ban replaced an earlier ban, the earlier ban is restored, unless it would have ended by now.
  'user.banned': async (trx, undo) =>
    (await isOver(trx, undo)) ? unbanUser(trx, undo) : banUser(trx, formerBan(undo)),
  'user.unbanned': async (trx, undo) => !(await isOver(trx, undo)) && (await banUser(trx, formerBan(undo))),
  'user.warned': unwarnUser,
  'user.unwarned': warnUser,
  'user.cleared': restoreProfile,
  'user.restored': (trx, undo) => clearProfile(trx, undo, undo.after ?? {}),
  'tenant.suspended': (trx, undo) => suspendTenant(trx, undo, false),
  // Restores the reason that members saw before the tenant was resumed.
  'tenant.resumed': (trx, undo) =>
    suspendTenant(trx, { ...undo, reason: String(undo.before?.['suspended'] ?? undo.reason) }, true),

  'tenant.member_added': (trx, undo) => removeMember(trx, { ...undo, userId: partOf(undo, 'userId') }),
  'tenant.member_removed': (trx, undo) => addMember(trx, { ...undo, userId: partOf(undo, 'userId') }),
  'category.hidden': (trx, undo) => showCategory(trx, undo, true),
  'category.shown': (trx, undo) => showCategory(trx, undo, false),
  'activity.disqualified': (trx, undo) => setEntryAdmitted(trx, undo, true),
  'activity.reinstated': (trx, undo) => setEntryAdmitted(trx, undo, false),
  'package.published': (trx, undo) => offerPackage(trx, undo, false),
  'package.withdrawn': (trx, undo) => offerPackage(trx, undo, true),

  'course.published': (trx, undo) => show(trx, undo, 'course.withdrawn', () => showCourse(trx, undo.id, false)),
  'course.withdrawn': (trx, undo) => show(trx, undo, 'course.published', () => showCourse(trx, undo.id, true)),
  'market.published': (trx, undo) => show(trx, undo, 'market.withdrawn', () => showMarketItem(trx, undo.id, false)),
  'market.withdrawn': (trx, undo) => show(trx, undo, 'market.published', () => showMarketItem(trx, undo.id, true)),
}

/** For actions that affect only a part of their subject: the name of the parameter that identifies the part. */
const parts: Partial<Record<AuditAction, string>> = {
  'category.hidden': 'slug',
  'category.shown': 'slug',
  'activity.disqualified': 'work',
  'activity.reinstated': 'work',
  'tenant.member_added': 'userId',
  'tenant.member_removed': 'userId',
  // Several moderation cases may warn the same user or clear the profile, so the case identifies the action.
  'user.warned': 'case',
  'user.unwarned': 'case',
  'user.cleared': 'case',
  'user.restored': 'case',
}

const partOf = ({ params }: Pick<Undo, 'params'>, name: string) => String(params[name] ?? '')

const showCategory = (trx: Db, undo: Undo, isShown: boolean) =>
  updateCategory(trx, partOf(undo, 'slug'), { hidden: !isShown, actorId: undo.actorId, reason: undo.reason })

async function setEntryAdmitted(trx: Db, undo: Undo, isIn: boolean): Promise<void> {
  const entry = await findEntryOf(trx, { activityId: undo.id, workId: partOf(undo, 'work') })
  if (!entry) throw new ToileError('NOT_FOUND')
  if (isIn) return reinstateEntry(trx, undo.actorId, entry, undo.reason)
  // Restores the reason that the creator saw before the reinstatement.
  return disqualifyEntry(trx, undo.actorId, entry, String(undo.before?.['reason'] || undo.reason))
}

async function offerPackage(trx: Db, { id, actorId, reason }: Undo, isOffered: boolean): Promise<boolean> {
  const found = await trx.selectFrom('packages').select('withdrawn_at').where('id', '=', id).forNoKeyUpdate().execute()
  if (!found[0] || (found[0].withdrawn_at === null) === isOffered) return false
  await updatePackage(trx, id, { withdrawn: !isOffered, reason }, actorId)
  return true
}

function formerBan({ before, ...action }: Undo) {
  return { ...action, reason: String(before?.['reason'] ?? action.reason), until: endOfFormer(before) }
}

function endOfFormer(before: Params | null): Date | null {
  const until = Date.parse(String(before?.['until']))
  return Number.isNaN(until) ? null : new Date(until)
}

/** Whether `before` holds no ban, or a ban that would have ended by now. */
async function isOver(trx: Db, { before }: Undo): Promise<boolean> {
  if (!before) return true
  const { rows } = await sql<{ over: boolean }>`select coalesce(${endOfFormer(before)}::timestamptz <= now(), false)
    as over`.execute(trx)
  return rows[0]!.over
}

/** Runs `work` and writes the audit row, because showCourse() and showMarketItem() write none. */
async function show(trx: Db, undo: Undo, action: AuditAction, work: () => Promise<boolean>): Promise<boolean> {
  const [subjectKind = ''] = action.split('.')
  const { id: subjectId, actorId, reason } = undo
  const facts = () => (subjectKind === 'course' ? courseFacts(trx, subjectId) : marketFacts(trx, subjectId))
  const before = await facts()
  if (!(await work())) return false
  const params = { title: String(before?.['title'] ?? '') }
  await recordAudit(trx, {
    actorId,
    action,
    subjectKind,
    subjectId,
    params,
    ...changesOf(before, await facts()),
    reason,
  })
  return true
}

/**
 * @throws ToileError NOT_FOUND if there is no such action or no undo for it; MOVED_ON if it is already undone or its
 * effect has changed since; NOT_YOURSELF if its subject is the caller and there is another administrator; and the
 * other errors of the undo itself
 */
export function undoAction(
  db: Db,
  { auditId, actorId, reason }: { auditId: string; actorId: string; reason: string },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const action = await findUndone(trx, auditId)
    const undo =
      action && (undoHandlers as Partial<Record<AuditAction, (typeof undoHandlers)[Undoable]>>)[action.action]
    if (!action || !undo) throw new ToileError('NOT_FOUND')
    if (action.undone) throw new ToileError('MOVED_ON')
    if (action.subjectKind === 'user' && (await isForAnother(trx, action.subjectId, actorId)))
      throw new ToileError('NOT_YOURSELF')
    const { params, before, after } = action
    const done = await inAuditContext({ undoes: auditId }, () =>
      undo(trx, { id: action.subjectId ?? '', actorId, reason, params, before, after }),
    ).catch((error: unknown) => {
      throw error instanceof ToileError && moved.has(error.code) ? new ToileError('MOVED_ON') : error
    })
    // The undo locks its subject. Only a check after the undo also sees actions for which that lock had to wait.
    if (done === false || (await hasMovedOn(trx, action))) throw new ToileError('MOVED_ON')
  })
}

/** Errors of an undo whose subject has changed or was deleted since the action. */
const moved = new Set(['STATE_CONFLICT', 'NOTHING_CHANGED', 'ENTRY_DISQUALIFIED', 'NOT_FOUND'])

/** Whether the same action or its opposite followed on the same subject and part. Ignores this action's own undo. */
async function hasMovedOn(trx: Db, { id, action, subjectId, params }: Undone): Promise<boolean> {
  const part = parts[action]
  const { rows } = await sql`select from audit
    where ${subjectId ? sql`subject_id = ${subjectId}` : sql`subject_id is null`}
      ${part ? sql`and params ->> ${part} = ${partOf({ params }, part)}` : sql``}
      and action in (${action}, ${undoOf(action)}) and undoes is distinct from ${id}
      -- Either suffices: ids depend on clocks of several machines, and a transaction may begin long before its action.
      and (id > ${id} or created_at > (select created_at from audit where id = ${id})) limit 1`.execute(trx)
  return rows.length > 0
}
