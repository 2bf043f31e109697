import { sql } from 'kysely'
import { invalidInput } from '@toile/contracts/errors'
import type { Language } from '@toile/contracts/languages.constants'
import { inTransaction, type Db } from '../client.js'
import { userColumns, type User } from './users.js'

export interface ProfileRow extends User {
  occupation: string
  company: string
  location: string
  website: string
  description: string
  email_switch: boolean
  has_password: boolean
  created_at: Date
  project_views: number
  appreciations: number
}

/** A person's own profile, with what others made of their works. */
export async function findProfile(db: Db, userId: string): Promise<ProfileRow | undefined> {
  return db
    .selectFrom('users')
    .select([
      ...userColumns,
      'occupation',
      'company',
      'location',
      'website',
      'description',
      'email_switch',
      'created_at',
      sql<boolean>`password_hash is not null`.as('has_password'),
      sql<number>`(select coalesce(sum(c.views), 0) from works w join work_counters c on c.work_id = w.id
        where w.owner_id = users.id)`.as('project_views'),
      sql<number>`(select coalesce(sum(c.likes), 0) from works w join work_counters c on c.work_id = w.id
        where w.owner_id = users.id)`.as('appreciations'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst()
}

export interface ProfileFields {
  nickname?: string | undefined
  occupation?: string | undefined
  company?: string | undefined
  location?: string | undefined
  website?: string | undefined
  description?: string | undefined
  email_switch?: boolean | undefined
  language?: Language | undefined
}

/** Changes fields of a profile; those that are undefined stay. */
export async function updateProfile(db: Db, userId: string, fields: ProfileFields): Promise<void> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (given.length === 0) return
  await db.updateTable('users').set(Object.fromEntries(given)).where('id', '=', userId).execute()
}

/**
 * Shows one of the person's own images as their picture, or none. Everyone may fetch the picture's files, and nobody
 * those of the picture before. 422 when it is not theirs, not made for this, or not ready.
 */
export async function setAvatar(db: Db, userId: string, imageId: string | null): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (imageId && !(await isReadyAvatar(trx, userId, imageId)))
      throw invalidInput({ imageId: [{ code: 'FIELD_IMAGE_NOT_READY' }] })
    await showAvatar(trx, userId, false)
    await trx.updateTable('users').set({ avatar_id: imageId }).where('id', '=', userId).execute()
    await showAvatar(trx, userId, true)
  })
}

async function isReadyAvatar(trx: Db, userId: string, imageId: string): Promise<boolean> {
  const image = await trx
    .selectFrom('images')
    .select('id')
    .where('id', '=', imageId)
    .where('owner_id', '=', userId)
    .where('purpose', '=', 'avatar')
    .where('status', '=', 'ready')
    .executeTakeFirst()
  return Boolean(image)
}

async function showAvatar(trx: Db, userId: string, isPublic: boolean): Promise<void> {
  await sql`update files set public = ${isPublic} where id in (
    select v.file_id from users u join image_variants v on v.image_id = u.avatar_id where u.id = ${userId})`.execute(
    trx,
  )
}
