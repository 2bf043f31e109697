import { sql, type RawBuilder } from 'kysely'
import type { UserGroup } from '@toile/contracts/users/users.constants'
import type { WorkRow } from './works.js'

// Whom a work is there for: this file decides it, for queries and for rows that were read.

/** In SQL, of `works` or its alias: everyone may know of it. It is released, public, and no operator has hidden it. */
export function isShown(works = 'works'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${works}.${name}`)
  return sql<boolean>`(${column('state')} = 'released' and ${column('visibility')} = 'public' and ${column('hidden_at')} is null)`
}

/** Who looks; undefined is a visitor. Without its group nobody is an administrator. */
export type Viewer = { id: string; group?: UserGroup } | undefined

/**
 * Whether somebody may know of this work: released public ones for everyone, and what an operator has hidden of them for
 * administrators; the rest for the owner only.
 */
export function canSeeWork(
  work: Pick<WorkRow, 'ownerId' | 'state' | 'visibility' | 'hiddenAt'>,
  viewer: Viewer,
): boolean {
  if (work.ownerId === viewer?.id) return true
  if (work.state !== 'released' || work.visibility !== 'public') return false
  return work.hiddenAt === null || viewer?.group === 'admin'
}
