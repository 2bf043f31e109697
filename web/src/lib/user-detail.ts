import type { Me } from '@toile/contracts/users/users'

export interface UserDetail {
  id: string
  /** Nickname, else name, else empty. */
  name: string
  nickname: string
  email: string
  email_verified_at: string | null
  invite_code: string
  avatars: string
  refer?: string
  identify?: string
}

/** The content of the cookie userDetail; refer and identify only if present. */
export function userDetailOf(user: Me): UserDetail {
  return {
    id: user.id,
    name: user.nickname || user.name || '',
    nickname: user.nickname,
    email: user.email ?? '',
    email_verified_at: user.email_verified_at,
    invite_code: user.invite_code,
    avatars: user.avatars[0]?.url ?? '',
    ...(user.extra.refer && { refer: user.extra.refer }),
    ...(user.group && { identify: user.group }),
  }
}
