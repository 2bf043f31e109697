import type { Me } from '@toile/contracts/users/users'

/** What the client keeps of the signed-in person, in the shape of the spec. */
export interface UserDetail {
  id: string
  /** Nickname, else name, else empty. */
  name: string
  nickname: string
  email: string
  email_verified_at: string | null
  invite_code: string
  /** Only the first avatar's url is kept. */
  avatars: string
  refer?: string
  identify?: string
}

/** Takes from the current user what the cookie userDetail holds; refer and identify are there only where present. */
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
