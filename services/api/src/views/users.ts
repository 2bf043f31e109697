import type { Me, PublicUser } from '@toile/contracts/users'
import type { User } from '@toile/db/queries/users'

/** The signed-in person; `backstage` is there for administrators only. */
export function meView(user: User): Me {
  return {
    id: user.id,
    name: user.username,
    nickname: user.nickname,
    group: user.group,
    email: user.email,
    email_verified_at: user.email_verified_at?.toISOString() ?? null,
    invite_code: user.invite_code,
    extra: { refer: user.refer },
    avatars: [],
    ...(user.group === 'admin' && { backstage: { permissions: ['*'] } }),
  }
}

/** What anyone may see of a person. */
export function publicUserView(row: { owner_id: string; username: string; nickname: string }): PublicUser {
  return { id: row.owner_id, name: row.username, nickname: row.nickname, avatarUrl: null }
}
