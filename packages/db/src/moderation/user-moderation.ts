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

// Warning people and emptying their profiles, and taking either back. Call each in a transaction.

interface UserModeration extends Moderation {
  /** `case` names the case that it was decided in. */
  params: Params
}

/** Asks a person to keep to the rules: they are told, with a way to appeal. */
export async function warnUser(trx: Db, action: UserModeration): Promise<void> {
  await lockUser(trx, action.id)
  await notifyUser(trx, action, 'warned', await note(trx, action, { action: 'user.warned' }))
}

/** Takes a warning back, and tells its person. */
export async function unwarnUser(trx: Db, action: UserModeration): Promise<void> {
  await lockUser(trx, action.id)
  await note(trx, action, { action: 'user.unwarned' })
  await notifyUser(trx, action, 'unwarned')
}

/** What a moderator can empty of a profile. */
const texts = ['nickname', 'occupation', 'company', 'location', 'website', 'description'] as const
const images = ['avatar', 'banner'] as const

/**
 * Takes what a person shows of themselves off their page, on a moderator's word: texts, picture and banner.
 * @param only what to take off where it still says so, column by column: of a profile given back in error, what they
 * wrote since is nobody's word. All there is where left out.
 * @throws ToileError NOT_FOUND, or STATE_CONFLICT when there is nothing
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
    // All of what was taken away stays: it is read to judge a clearing, and put back where that was wrong.
    before: Object.fromEntries(filled) as Params,
    after: Object.fromEntries(filled.map(([name]) => [name, ''])),
  })
  await notifyUser(trx, action, 'cleared', auditId)
}

/**
 * Puts back what was taken off a profile, wherever nothing stands now: what its person wrote since stays. A nickname that
 * looks like another's by now, or a picture that is gone, cannot come back.
 * @throws ToileError NOT_FOUND, or STATE_CONFLICT when nothing can come back
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

/**
 * What a person shows of themselves, held until the transaction ends.
 * @throws ToileError NOT_FOUND, or STATE_CONFLICT where another administrator has undone it meanwhile
 */
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
  /** Of the profile, by their columns. */
  fields?: string[]
  before?: Params
  after?: Params
}

function note(trx: Db, person: UserModeration, { action, fields, ...changes }: Noted): Promise<string> {
  const { id: subjectId, actorId, reason } = person
  const params = { ...person.params, ...(fields && { fields: fields.join(', ').replaceAll('_id', '') }) }
  return recordAudit(trx, { actorId, action, subjectKind: 'user', subjectId, params, reason, ...changes })
}

/** The actor is not named. With `action`, a row of the audit, the person can appeal against it. */
async function notifyUser(
  trx: Db,
  { id: userId, reason }: UserModeration,
  result: (typeof moderationResults)[number],
  action?: string,
): Promise<void> {
  // Each time anew: the caller's transaction happens once.
  const key = `moderated:${newId()}`
  await notify(trx, { userId, kind: 'moderation', key, params: { result, reason, ...(action && { action }) } })
}
