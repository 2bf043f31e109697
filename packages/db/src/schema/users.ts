import type { ColumnType, Generated } from 'kysely'
import type { GridItem } from '@toile/contracts/layouts/grid'
import type { ArrangedPage } from '@toile/contracts/backstage/backstage.constants'
import type { Language } from '@toile/contracts/languages.constants'
import type { UserGroup } from '@toile/contracts/users/users.constants'

interface Tenants {
  id: string
  name: string
  contact: Generated<string>
  /** What all files of its members may take together. */
  storage_bytes: Generated<number>
  renders_per_month: Generated<number>
  /** The month, by UTC, whose renders `renders_used` counts. */
  renders_month: Generated<string>
  renders_used: Generated<number>
  suspended_at: Date | null
  /** In the operator's words, for its members too; there while it is suspended. */
  suspended_reason: string | null
  created_at: Generated<Date>
}

interface Users {
  id: string
  tenant_id: string | null
  username: string
  /** Null for a social account that has not bound one, and for a deleted account. */
  email: string | null
  nickname: Generated<string>
  /** Null for an account that signs in by a provider only. */
  password_hash: string | null
  group: Generated<UserGroup>
  email_verified_at: Date | null
  invite_code: string
  refer: string | null
  invited_by: string | null
  /** When they first signed in by the desktop software. */
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
  /** Made by the database of names; never written. */
  search: Generated<string>
  /** What the name that is shown looks like; made by the database, unique. */
  shown_skeleton: Generated<string>
  followers: Generated<number>
  following: Generated<number>
  banner_id: string | null
  layout: ColumnType<GridItem[], string | undefined, string>
  /** Of an administrator: places of widgets by page of the back office. */
  backstage_layouts: ColumnType<Partial<Record<ArrangedPage, GridItem[]>>, string | undefined, string>
  /** Since when, and with which SMTP status, the address refuses our mail. */
  email_refused_at: Date | null
  email_refused_status: number | null
  /** Since when they are shut out; null for good standing. A ban past its end stays here until somebody writes over it. */
  banned_at: Date | null
  /** Null while banned: for good. */
  banned_until: Date | null
  ban_reason: Generated<string>
  /** By any session of theirs, to the hour. */
  seen_at: Date | null
  /** Since when operators show them first among creators. */
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

/** Who there is: people, whom they follow and block, and their tenants. */
export interface UsersTables {
  tenants: Tenants
  users: Users
  follows: Follows
  blocks: Blocks
}
