import type { GridItem } from '@toile/contracts/layouts/grid'
import { MAX_GRID_ITEMS } from '@toile/contracts/users/creators.constants'

/** A layout as it is stored: positions alone, also those of works that are not on the page yet. */
export function storedLayout(shown: readonly GridItem[], before: readonly GridItem[]): GridItem[] {
  const ids = new Set(shown.map(({ i }) => i))
  const all = [...shown, ...before.filter(({ i }) => !ids.has(i))]
  return all.slice(0, MAX_GRID_ITEMS)
}
