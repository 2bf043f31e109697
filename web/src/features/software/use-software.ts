import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { useLive } from '../../lib/socket.js'

const paged = {
  initialPageParam: '',
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
  staleTime: 0,
} as const

/** Fetches what is on screen again when a code or a device is not as it was, on whatever device that happened. */
export function useLiveSoftware(): void {
  const client = useQueryClient()
  useLive('software:changed', () => void client.invalidateQueries({ queryKey: ['software'] }))
}

export const usePackages = () =>
  useInfiniteQuery({
    queryKey: ['software', 'packages'],
    queryFn: ({ pageParam, signal }) => api.listPackages({ limit: 100, cursor: pageParam }, { signal }),
    ...paged,
  })

/** Packages and items of the market that my S codes unlock, as one list, the newest first. */
export const useEntitledDownloads = () =>
  useInfiniteQuery({
    queryKey: ['software', 'unlocked'],
    queryFn: async ({ pageParam, signal }) => {
      const { items, marketItems, nextCursor } = await api.listUnlocked({ cursor: pageParam }, { signal })
      // Ids grow with time.
      return { items: [...items, ...marketItems].sort((one, other) => (one.id < other.id ? 1 : -1)), nextCursor }
    },
    ...paged,
  })

/** My S codes; each page tells until when I am entitled. */
export const useCodes = () =>
  useInfiniteQuery({
    queryKey: ['software', 'codes'],
    queryFn: ({ pageParam, signal }) => api.listCodes({ cursor: pageParam }, { signal }),
    ...paged,
  })

export const useDevices = () =>
  useQuery({
    queryKey: ['software', 'devices'],
    queryFn: ({ signal }) => api.listDevices({}, { signal }),
    staleTime: 0,
  })
