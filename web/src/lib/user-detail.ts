import type { Me } from '@toile/contracts/users/users'

export interface UserDetail {
  id: string
  /** The nickname, else the name, else an empty text. */
  name: string
  nickname: string
  email: string
  email_verified_at: string | null
  invite_code: string
  avatars: string
  refer?: string
  identify?: string
}

/** The content of the cookie `userDetail`. */
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
