import type { ColumnType, Generated } from 'kysely'
import type { GridItem } from '@toile/contracts/layouts/grid'
import type { ArrangedPage } from '@toile/contracts/backstage/backstage.constants'
import type { Language } from '@toile/contracts/languages.constants'
import type { UserGroup } from '@toile/contracts/users/users.constants'

interface Tenants {
  id: string
  name: string
  contact: Generated<string>
  /** Quota for the files of all members together. */
  storage_bytes: Generated<number>
  renders_per_month: Generated<number>
  /** The UTC month to which `renders_used` refers. */
  renders_month: Generated<string>
  renders_used: Generated<number>
  suspended_at: Date | null
  /** Written by the operator and readable by members. Set while the tenant is suspended. */
  suspended_reason: string | null
  created_at: Generated<Date>
}

interface Users {
  id: string
  tenant_id: string | null
  username: string
  /** Null for a social account without a bound address, after the address was disowned, and for a deleted account. */
  email: string | null
  nickname: Generated<string>
  /** Null for a deleted account and for an account that signs in only with a provider. */
  password_hash: string | null
  group: Generated<UserGroup>
  email_verified_at: Date | null
  invite_code: string
  refer: string | null
  invited_by: string | null
  /** First sign-in with the desktop software. */
  first_studio_at: Date | null
  language: Generated<Language>
  demo: Generated<boolean>
  created_at: Generated<Date>
  deleted_at: Date | null
  occupation: Generated<string>
  company: Generated<string>
  location: Generated<string>
  website: Generated<string>
  description: Generated<string>
  email_switch: Generated<boolean>
  avatar_id: string | null
  search: Generated<string>
  /** Generated: name_skeleton() of the displayed name. It is unique, so that no two displayed names look alike. */
  shown_skeleton: Generated<string>
  followers: Generated<number>
  following: Generated<number>
  banner_id: string | null
  layout: ColumnType<GridItem[], string | undefined, string>
  backstage_layouts: ColumnType<Partial<Record<ArrangedPage, GridItem[]>>, string | undefined, string>
  /** When the address refused a mail, and with which SMTP status. */
  email_refused_at: Date | null
  email_refused_status: number | null
  /** Null without a ban and after a ban is lifted. An expired ban stays until another one overwrites it. */
  banned_at: Date | null
  /** Null for a permanent ban and without a ban. */
  banned_until: Date | null
  ban_reason: Generated<string>
  /** Latest activity in any session. It may be up to an hour behind. */
  seen_at: Date | null
  featured_since: Date | null
}

interface Follows {
  follower_id: string
  followee_id: string
  created_at: Generated<Date>
}

interface Blocks {
  blocker_id: string
  blocked_id: string
}

export interface UsersTables {
  tenants: Tenants
  users: Users
  follows: Follows
  blocks: Blocks
}
