import { useCallback, useEffect, useRef } from 'react'
import type { Order } from '@toile/contracts/backstage/tables.constants'
import { useSearchParams } from '../../../lib/router.js'

/** How a table is asked for, as its address says it. */
export interface TableState {
  page: number
  sort: string | undefined
  order: Order | undefined
  /** Words to search for and filters, those that are set. */
  filters: Record<string, string>
}

/** Changes what it is given; undefined takes it away. */
export type SetTable = (changes: Record<string, string | undefined>, options?: { replace?: boolean }) => void

/**
 * The state of a page's table, kept in its address, so that it can be sent to somebody and Back leads back. Whatever
 * changes but the page leads to the first page.
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
  // Of two changes before the next render the second must know of the first.
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
