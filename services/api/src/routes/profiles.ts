import { invalidInput, ToileError } from '@toile/contracts/errors'
import type { Profile } from '@toile/contracts/users/profiles'
import type { Db } from '@toile/db/client'
import { pendingEmail } from '@toile/db/sessions/one-time-tokens'
import { findProfile, setProfileImage, updateProfile } from '@toile/db/users/profiles'
import { profileFields } from '../profile-fields.js'
import { avatarsOf } from '../views/users.js'
import type { Context } from '../http/context.js'
import type { Handlers } from '../http/register-routes.js'

export function profileHandlers({ links }: Context) {
  const present = async (db: Db, userId: string): Promise<Profile> => {
    const row = await findProfile(db, userId)
    if (!row) throw new ToileError('NOT_FOUND')
    const { emailRefusedAt, emailRefusedStatus, ...profile } = row
    return {
      ...profile,
      email_verified_at: row.email_verified_at?.toISOString() ?? null,
      emailRefused: emailRefusedAt && { at: emailRefusedAt.toISOString(), status: emailRefusedStatus ?? 550 },
      pendingEmail: await pendingEmail(db, userId),
      avatars: await avatarsOf(db, row.avatarId, links),
      createdAt: row.createdAt.toISOString(),
    }
  }

  return {
    async getProfile({ db, user }) {
      return present(db, user.id)
    },

    async updateProfile({ db, user, body }) {
      const { fields, problems } = profileFields(body)
      if (Object.keys(problems).length > 0) throw invalidInput(problems)
      await updateProfile(db, user.id, fields)
      return present(db, user.id)
    },

    async setAvatar({ db, user, body }) {
      await setProfileImage(db, user.id, 'avatar', body.imageId)
      return present(db, user.id)
    },

    async removeAvatar({ db, user }) {
      await setProfileImage(db, user.id, 'avatar', null)
      return present(db, user.id)
    },
  } satisfies Partial<Handlers>
}
