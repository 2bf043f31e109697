import { sql } from 'kysely'
import { invalidInput } from '@toile/contracts/errors'
import type { ImagePurpose } from '@toile/contracts/images/images.constants'
import type { Language } from '@toile/contracts/languages.constants'
import { inTransaction, type Db } from '../client.js'
import { showImage } from '../images/images.js'
import { SHOWN_NAME_INDEX } from './users.js'

export function findProfile(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select([
      'users.id',
      'username as name',
      'nickname',
      'email',
      'email_verified_at',
      'invite_code',
      'language',
      'avatar_id as avatarId',
      'occupation',
      'company',
      'location',
      'website',
      'description',
      'email_switch as emailSwitch',
      'email_refused_at as emailRefusedAt',
      'email_refused_status as emailRefusedStatus',
      'created_at as createdAt',
      'followers',
      'following',
      sql<boolean>`password_hash is not null`.as('hasPassword'),
      sql<number>`(select coalesce(sum(c.views), 0) from works w join work_counters c on c.work_id = w.id
        where w.owner_id = users.id)`.as('projectViews'),
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

/** Sets the given fields. @throws ToileError INVALID_INPUT for a nickname that looks like another's name */
export async function updateProfile(db: Db, userId: string, fields: ProfileFields): Promise<void> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (given.length === 0) return
  try {
    await db.updateTable('users').set(Object.fromEntries(given)).where('id', '=', userId).execute()
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== SHOWN_NAME_INDEX) throw error
    throw invalidInput({ nickname: [{ code: 'FIELD_LOOKS_TAKEN' }] })
  }
}

/** Makes the image's files public and the former image's private. @throws ToileError INVALID_INPUT unless isReady() */
export async function setProfileImage(
  db: Db,
  userId: string,
  purpose: 'avatar' | 'banner',
  imageId: string | null,
): Promise<void> {
  const column = `${purpose}_id` as const
  await inTransaction(db, async (trx) => {
    if (imageId && !(await isReady(trx, userId, purpose, imageId)))
      throw invalidInput({ imageId: [{ code: 'FIELD_IMAGE_NOT_READY' }] })
    const before = await trx
      .selectFrom('users')
      .select(`${column} as image_id`)
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (before?.image_id) await showImage(trx, before.image_id, false)
    await trx
      .updateTable('users')
      .set({ [column]: imageId })
      .where('id', '=', userId)
      .execute()
    if (imageId) await showImage(trx, imageId, true)
  })
}

async function isReady(trx: Db, userId: string, purpose: ImagePurpose, imageId: string): Promise<boolean> {
  const image = await trx
    .selectFrom('images')
    .select('id')
    .where('id', '=', imageId)
    .where('owner_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('status', '=', 'ready')
    .executeTakeFirst()
  return Boolean(image)
}
