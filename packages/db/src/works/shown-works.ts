import { sql, type RawBuilder } from 'kysely'
import type { UserGroup } from '@toile/contracts/users/users.constants'
import type { WorkRow } from './works.js'

// The only definition of who can see a work: isShown() for queries and canSeeWork() for rows.

/** Condition on `works` or its alias: released, public and not hidden by an operator. */
export function isShown(works = 'works'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${works}.${name}`)
  return sql<boolean>`(${column('state')} = 'released' and ${column('visibility')} = 'public' and ${column('hidden_at')} is null)`
}

/** Undefined for visitors. Without `group`, the viewer is not an administrator. */
export type Viewer = { id: string; group?: UserGroup } | undefined

/** Owners see all their works. Administrators see all released public works. Others see those that are not hidden. */
export function canSeeWork(
  work: Pick<WorkRow, 'ownerId' | 'state' | 'visibility' | 'hiddenAt'>,
  viewer: Viewer,
): boolean {
  if (work.ownerId === viewer?.id) return true
  if (work.state !== 'released' || work.visibility !== 'public') return false
  return work.hiddenAt === null || viewer?.group === 'admin'
}
