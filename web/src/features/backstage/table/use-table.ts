import { useCallback, useEffect, useRef } from 'react'
import type { Order } from '@toile/contracts/backstage/tables.constants'
import { useSearchParams } from '../../../lib/router.js'

export interface TableState {
  page: number
  sort: string | undefined
  order: Order | undefined
  filters: Record<string, string>
}

/** Changes parameters of the address. The value undefined or an empty text removes a parameter. */
export type SetTable = (changes: Record<string, string | undefined>, options?: { replace?: boolean }) => void

/**
 * The state of a table. The state is kept in the address, so that it can be shared and the Back button works. Every
 * change returns to the first page, except a change of the page number.
 */
export function useTable(filterNames: readonly string[]) {
  const [search, setSearch] = useSearchParams()
  const order = search.get('order')
  const state: TableState = {
    page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1),
    sort: search.get('sort') ?? undefined,
    order: order === 'asc' || order === 'desc' ? order : undefined,
    filters: Object.fromEntries([...search].filter(([name, value]) => filterNames.includes(name) && value !== '')),
  }
  // A second change before the next render must build on the first change.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  const set: SetTable = useCallback(
    (changes, { replace = false } = {}) => {
      const after = new URLSearchParams(latest.current)
      if (!('page' in changes)) after.delete('page')
      for (const [name, value] of Object.entries(changes))
        if (value) after.set(name, value)
        else after.delete(name)
      latest.current = after
      setSearch(after, { replace, preventScrollReset: true, flushSync: true })
    },
    [setSearch],
  )
  return { state, set }
}
