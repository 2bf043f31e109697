import type { Me, PublicUser } from '@toile/contracts/users/users'
import type { Db } from '@toile/db/client'
import { findImages, type ImageRow } from '@toile/db/images/images'
import type { User } from '@toile/db/users/users'
import type { Links } from '@toile/runtime/links'

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
  const url = avatarUrl(image, links)
  return url ? [{ url }] : []
}

/** The address of a person's picture; null where there is none. */
export const avatarUrl = (image: SizedImage | undefined, links: Links) => pictureUrl(image, 'avatar', links)

/** The picture in the smallest size that is sharp as an avatar; covers in lists are as small. Null where there is none. */
export function pictureUrl(image: SizedImage | undefined, of: 'avatar' | 'cover', links: Links): string | null {
  const variant = image?.variants.find(({ width }) => width >= AVATAR_WIDTH) ?? image?.variants.at(-1)
  if (!variant) return null
  const name = `${of}-${variant.width}.${variant.format}`
  return links.file({ id: variant.fileId, name, public: image!.public })
}

type SizedImage = Pick<ImageRow, 'variants' | 'public'>

interface PublicUserRow {
  ownerId: string
  username: string
  nickname: string
  avatarId: string | null
}

/** What anyone may see of a person; `images` holds their picture, if they show one. */
export function publicUserView(row: PublicUserRow, images: ReadonlyMap<string, SizedImage>, links: Links): PublicUser {
  return creatorView(row, row.avatarId ? images.get(row.avatarId) : undefined, links)
}

/** The same of a row that has the person's picture with it. */
export function creatorView(
  row: Omit<PublicUserRow, 'avatarId'>,
  avatar: SizedImage | undefined,
  links: Links,
): PublicUser {
  // A deleted account of which a work is left, because it won something.
  const name = row.username === `deleted-${row.ownerId}` ? '—' : row.username
  return { id: row.ownerId, name, nickname: row.nickname, avatarUrl: avatarUrl(avatar, links) }
}
