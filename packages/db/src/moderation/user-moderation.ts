import { sql } from 'kysely'
import { newId } from '@toile/contracts/ids'
import { ToileError } from '@toile/contracts/errors'
import type { Params } from '@toile/contracts/failures'
import type { moderationResults } from '@toile/contracts/notifications/notifications.constants'
import { changesOf } from '../field-changes.js'
import type { Db } from '../client.js'
import { orRefused } from '../savepoint.js'
import { recordAudit } from '../audit/audit.js'
import type { Moderation } from './moderation-actions.js'
import { notify } from '../notifications/notifications.js'
import { setProfileImage, updateProfile } from '../users/profiles.js'
import { currentAuditContext } from '../audit/audit-context.js'

// Each function needs a transaction.

interface UserModeration extends Moderation {
  /** `case` is the id of the case with the decision. */
  params: Params
}

export async function warnUser(trx: Db, action: UserModeration): Promise<void> {
  await lockUser(trx, action.id)
  await notifyUser(trx, action, 'warned', await note(trx, action, { action: 'user.warned' }))
}

export async function unwarnUser(trx: Db, action: UserModeration): Promise<void> {
  await lockUser(trx, action.id)
  await note(trx, action, { action: 'user.unwarned' })
  await notifyUser(trx, action, 'unwarned')
}

/** Profile fields that a moderator can clear. */
const texts = ['nickname', 'occupation', 'company', 'location', 'website', 'description'] as const
const images = ['avatar', 'banner'] as const

/**
 * @param only values of columns. If given, columns whose values differ from these stay, because they changed later.
 * @throws ToileError NOT_FOUND, STATE_CONFLICT if nothing can be cleared or the action to undo is already undone
 */
export async function clearProfile(trx: Db, action: UserModeration, only?: Params): Promise<void> {
  const before = await lockUser(trx, action.id)
  const filled = Object.entries(before).filter(([name, value]) => value && (!only || only[name] === value))
  if (filled.length === 0) throw new ToileError('STATE_CONFLICT')
  const isFilled = (wanted: string) => filled.some(([name]) => name === wanted)
  for (const purpose of images) if (isFilled(`${purpose}_id`)) await setProfileImage(trx, action.id, purpose, null)
  await updateProfile(trx, action.id, Object.fromEntries(texts.filter(isFilled).map((name) => [name, ''])))
  const auditId = await note(trx, action, {
    action: 'user.cleared',
    fields: filled.map(([name]) => name),
    // The full former values are kept for appeals and for restoreProfile().
    before: Object.fromEntries(filled) as Params,
    after: Object.fromEntries(filled.map(([name]) => [name, ''])),
  })
  await notifyUser(trx, action, 'cleared', auditId)
}

/**
 * Restores cleared fields that are still empty. Deleted images stay removed, and so does a nickname that is now too
 * similar to another user's. @throws ToileError NOT_FOUND, STATE_CONFLICT if nothing can be restored
 */
export async function restoreProfile(trx: Db, action: UserModeration & { before: Params | null }): Promise<void> {
  const { id } = action
  const now = await lockUser(trx, id)
  const former = (name: keyof Shown) => (now[name] ? '' : String(action.before?.[name] ?? ''))
  for (const name of texts)
    if (former(name)) await orRefused(trx, () => updateProfile(trx, id, { [name]: former(name) }))
  for (const purpose of images) {
    const imageId = former(`${purpose}_id`)
    if (imageId) await orRefused(trx, () => setProfileImage(trx, id, purpose, imageId))
  }
  const changes = changesOf({ ...now }, { ...(await shownBy(trx, id)) })
  if (Object.keys(changes.after).length === 0) throw new ToileError('STATE_CONFLICT')
  await note(trx, action, { action: 'user.restored', fields: Object.keys(changes.after), ...changes })
  await notifyUser(trx, action, 'profileRestored')
}

type Shown = Record<(typeof texts)[number], string> & Record<`${(typeof images)[number]}_id`, string | null>

const shownBy = (trx: Db, id: string): Promise<Shown | undefined> =>
  trx
    .selectFrom('users')
    .select([...texts, 'avatar_id', 'banner_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Locks the user. @throws ToileError NOT_FOUND, STATE_CONFLICT if the action to undo has already been undone */
async function lockUser(trx: Db, id: string): Promise<Shown> {
  const found = await shownBy(trx, id)
  if (!found) throw new ToileError('NOT_FOUND')
  const { undoes } = currentAuditContext()
  if (undoes && (await sql`select from audit where undoes = ${undoes}`.execute(trx)).rows.length > 0)
    throw new ToileError('STATE_CONFLICT')
  return found
}

interface Noted {
  action: 'user.warned' | 'user.unwarned' | 'user.cleared' | 'user.restored'
  fields?: string[]
  before?: Params
  after?: Params
}

function note(trx: Db, person: UserModeration, { action, fields, ...changes }: Noted): Promise<string> {
  const { id: subjectId, actorId, reason } = person
  const params = { ...person.params, ...(fields && { fields: fields.join(', ').replaceAll('_id', '') }) }
  return recordAudit(trx, { actorId, action, subjectKind: 'user', subjectId, params, reason, ...changes })
}

/** The notification does not name the actor. If `action` (an audit id) is given, the user can appeal. */
async function notifyUser(
  trx: Db,
  { id: userId, reason }: UserModeration,
  result: (typeof moderationResults)[number],
  action?: string,
): Promise<void> {
  // A new key each time, because notify() ignores a known key and each action needs its own notification.
  const key = `moderated:${newId()}`
  await notify(trx, { userId, kind: 'moderation', key, params: { result, reason, ...(action && { action }) } })
}
