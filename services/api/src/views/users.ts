import type { Me, PublicUser } from '@toile/contracts/users/users'
import type { Db } from '@toile/db/client'
import { findImages, type ImageRow } from '@toile/db/images/images'
import type { User } from '@toile/db/users/users'
import type { Links } from '@toile/runtime/links'

/** The smallest width in px that is sharp wherever avatars appear. */
const AVATAR_WIDTH = 192

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

export async function avatarsOf(db: Db, avatarId: string | null, links: Links): Promise<{ url: string }[]> {
  const [image] = avatarId ? await findImages(db, [avatarId]) : []
  const url = avatarUrl(image, links)
  return url ? [{ url }] : []
}

export const avatarUrl = (image: SizedImage | undefined, links: Links) => pictureUrl(image, 'avatar', links)

/** URL of the smallest variant that is sharp as an avatar, or else of the widest. Covers appear at the same size. */
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

export function publicUserView(row: PublicUserRow, images: ReadonlyMap<string, SizedImage>, links: Links): PublicUser {
  return creatorView(row, row.avatarId ? images.get(row.avatarId) : undefined, links)
}

export function creatorView(
  row: Omit<PublicUserRow, 'avatarId'>,
  avatar: SizedImage | undefined,
  links: Links,
): PublicUser {
  // The winning work of a deleted account stays visible. `—` replaces the account's placeholder name.
  const name = row.username === `deleted-${row.ownerId}` ? '—' : row.username
  return { id: row.ownerId, name, nickname: row.nickname, avatarUrl: avatarUrl(avatar, links) }
}
