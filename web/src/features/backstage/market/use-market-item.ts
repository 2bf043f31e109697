import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { MarketItem } from '@toile/contracts/market/market'
import { backstageApi } from '../../../lib/backstage-api.js'

const keyOf = (id: string) => ['backstage', 'market', 'one', id]

/** An item as administrators see it, published or not. */
export function useBackstageItem(id: string) {
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => backstageApi.getBackstageMarketItem({ id }, { signal }),
    enabled: id !== '',
    staleTime: 0,
  })
  return { query, setCached: (item: MarketItem) => queryClient.setQueryData(keyOf(id), item) }
}
