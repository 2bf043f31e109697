import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { Render } from '@toile/contracts/renders/renders'
import type { RenderStatus } from '@toile/contracts/renders/renders.constants'
import { api } from '../../lib/api.js'
import { mapItems, usePaged } from '../../lib/paged.js'
import { withLiveStatus, type LiveStatus } from './live-render.js'
import { useLiveStatuses } from './use-live-statuses.js'

const POSITIONS_EVERY_MS = 10_000

type Page = { items: Render[]; nextCursor: string | null }

/** Messages update rows in place. New renders are only counted until the user asks for them, so that no row moves. */
export function useRenders(status: RenderStatus | undefined) {
  const statuses = useLiveStatuses()
  const key = status ?? 'all'
  const list = usePaged(['renders', 'list', key], (cursor, options) => api.listRenders({ status, cursor }, options), {
    staleTime: 0,
  })
  const { data, dataUpdatedAt, hasNextPage } = list
  const fetched = useMemo(() => data?.pages.flatMap((page) => page.items), [data])
  useFetchedRows(key, fetched, statuses)

  const renders = useMemo(
    () => fetched?.map((render) => withLiveStatus(render, dataUpdatedAt, statuses.get(render.id))),
    [fetched, dataUpdatedAt, statuses],
  )
  const oldest = fetched?.at(-1)?.id ?? ''
  const arrived = [...statuses.values()].filter(
    ({ renderId, status: now }) =>
      (!status || status === now) &&
      // Ids grow with time. A render whose id is smaller than all loaded ids is not new: it is on a later page.
      (!hasNextPage || renderId > oldest) &&
      fetched?.every(({ id }) => id !== renderId),
  ).length
  return { list, renders, arrived }
}

/** Fetches what messages do not contain (results, cost), once for each row and version. */
function useFetchedRows(key: string, fetched: Render[] | undefined, statuses: ReadonlyMap<string, LiveStatus>): void {
  const queryClient = useQueryClient()
  const asked = useRef(new Set<string>())
  const mergeRows = useEffectEvent((rows: readonly Render[]) =>
    queryClient.setQueryData<InfiniteData<Page>>(['renders', 'list', key], (data) => data && withRows(data, rows)),
  )
  useEffect(() => {
    for (const { id, version } of fetched ?? []) {
      const live = statuses.get(id)
      if (!live || live.version <= version || asked.current.has(`${id} ${live.version}`)) continue
      asked.current.add(`${id} ${live.version}`)
      // A failed call is not repeated, because the next version or a reconnect updates the row.
      api.getRender({ id }).then((render) => mergeRows([render]), ignore)
    }
  }, [fetched, statuses])

  // No message reports that the queue ahead has moved, so the places are polled.
  const anyQueued = fetched?.some(({ id, status }) => (statuses.get(id)?.status ?? status) === 'queued') ?? false
  useEffect(() => {
    if (!anyQueued) return
    const pollPositions = () =>
      api.listRenders({ status: 'queued', limit: 100 }).then(({ items }) => mergeRows(items), ignore)
    const timer = setInterval(() => void pollPositions(), POSITIONS_EVERY_MS)
    return () => clearInterval(timer)
  }, [anyQueued])
}

const ignore = () => undefined

function withRows(data: InfiniteData<Page>, rows: readonly Render[]): InfiniteData<Page> {
  return mapItems(data, (item) => rows.find(({ id, version }) => id === item.id && version >= item.version) ?? item)
}
