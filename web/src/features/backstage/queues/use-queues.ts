import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ResponseOf } from '@toile/contracts/route'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import { STALE_AFTER_SECONDS } from '@toile/contracts/queues/queues.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { useIsLive, useLive, useTopic } from '../../../lib/socket.js'
import type { Routes } from '@toile/contracts/routes'

const key = ['backstage', 'queues']
/** The queues are polled while the live connection is down, or while it is open but silent for STALE_AFTER_SECONDS. */
const ASK_EVERY_MS = 5_000

/** `freshAt` is the time of the latest measurement, on the clock of performance.now(). */
interface Shown {
  items: QueueHealth[]
  freshAt: number
}

/** The health of every queue, updated live. `ageSeconds` is the age of the latest numbers. */
export function useQueues() {
  const queryClient = useQueryClient()
  const isLive = useIsLive()
  useTopic('queues')
  const list = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<Shown> => shownOf(await backstageApi.listQueues({}, { signal })),
    refetchInterval: isLive === true ? false : ASK_EVERY_MS,
    staleTime: 0,
  })
  useLive('queue:health', (health) => {
    queryClient.setQueryData<Shown>(key, (shown) => shown && withHealth(shown, health))
  })
  const ageSeconds = useAge(list.data?.freshAt)
  // The query does not poll while the connection is open, so this timer polls if the numbers are stale.
  const { refetch } = list
  const isStale = ageSeconds > STALE_AFTER_SECONDS
  useEffect(() => {
    if (!isStale || isLive !== true) return
    const timer = setInterval(() => void refetch(), ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isStale, isLive, refetch])
  return { list, queues: list.data?.items, ageSeconds, isStale }
}

function shownOf({ items, now }: ResponseOf<Routes['listQueues']>): Shown {
  const latest = Math.max(0, ...items.map(({ measuredAt }) => Date.parse(measuredAt)))
  return { items, freshAt: performance.now() - Math.max(0, Date.parse(now) - latest) }
}

function withHealth(shown: Shown, health: QueueHealth): Shown {
  const known = shown.items.find(({ name }) => name === health.name)
  if (known && known.measuredAt >= health.measuredAt) return shown
  const items = known ? shown.items.map((item) => (item === known ? health : item)) : [...shown.items, health]
  return { items, freshAt: performance.now() }
}

function useAge(since: number | undefined): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return since === undefined ? 0 : Math.max(0, Math.floor((now - since) / 1_000))
}
