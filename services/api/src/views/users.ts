import type { Me, PublicUser } from '@toile/contracts/users'
import type { Db } from '@toile/db/client'
import { findImages } from '@toile/db/queries/images'
import type { User } from '@toile/db/queries/users'
import type { Links } from './links.js'

/** The smallest width, in pixels, that looks sharp in the largest place that shows an avatar. */
const AVATAR_WIDTH = 192

/** The signed-in person; `backstage` is there for administrators only. */
export type UserView = (db: Db, user: User) => Promise<Me>

export function createUserView(links: Links): UserView {
  return async (db, user) => ({
    id: user.id,
    name: user.username,
    nickname: user.nickname,
    group: user.group,
    email: user.email,
    email_verified_at: user.email_verified_at?.toISOString() ?? null,
    invite_code: user.invite_code,
    extra: { refer: user.refer },
    avatars: await avatarsOf(db, user.avatar_id, links),
    ...(user.group === 'admin' && { backstage: { permissions: ['*'] } }),
  })
}

/** A person's picture as a list of one, or of none. */
export async function avatarsOf(db: Db, avatarId: string | null, links: Links): Promise<{ url: string }[]> {
  const [image] = avatarId ? await findImages(db, [avatarId]) : []
  const variant = image?.variants.find(({ width }) => width >= AVATAR_WIDTH) ?? image?.variants.at(-1)
  if (!variant) return []
  const name = `avatar-${variant.width}.${variant.format}`
  return [{ url: links.file({ id: variant.fileId, name, public: variant.public }) }]
}

/** What anyone may see of a person. */
export function publicUserView(row: { owner_id: string; username: string; nickname: string }): PublicUser {
  return { id: row.owner_id, name: row.username, nickname: row.nickname, avatarUrl: null }
}
