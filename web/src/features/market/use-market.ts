import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  marketAccesses,
  marketCategories,
  type MarketAccess,
  type MarketCategory,
} from '@toile/contracts/market/market.constants'
import { api, ApiError } from '../../lib/api.js'
import { paths, withQuery } from '../../lib/paths.js'
import { useNavigate, useSearchParams } from '../../lib/router.js'
import { useSession } from '../../lib/session.js'
import { usePaged } from '../../lib/paged.js'
import type { WordKey } from '../../i18n/index.js'

export interface MarketFilter {
  category: MarketCategory | undefined
  access: MarketAccess | undefined
  q: string
}

export function useMarketAddress() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const filter: MarketFilter = {
    category: marketCategories.find((one) => one === search.get('category')),
    access: marketAccesses.find((one) => one === search.get('access')),
    q: search.get('q') ?? '',
  }
  const embed = search.get('embed') ?? undefined
  const item = search.get('item') ?? undefined
  const pathOf = (to: Partial<MarketFilter & { item: string | undefined }>) =>
    withQuery(paths.market, { ...filter, embed, ...to })
  return {
    filter,
    item,
    isInStudio: embed === 'studio',
    pathOf,
    go: (to: Partial<MarketFilter & { item: string | undefined }>) =>
      void navigate(pathOf(to), { replace: true, preventScrollReset: true, flushSync: true }),
  }
}

export function useMarketItems(filter: MarketFilter) {
  return usePaged(['market', filter], (cursor, options) => api.listMarketItems({ ...filter, cursor }, options), {
    placeholderData: keepPreviousData,
  })
}

export function useMarketItem(id: string) {
  // The key contains the user's id, because the item states whether this user may download it. The id changes without
  // a reload if the user signs in in another window.
  const personId = useSession()?.id
  return useQuery({
    queryKey: ['market', 'item', id, personId],
    queryFn: ({ signal }) => api.getMarketItem({ id }, { signal }),
  })
}

export function failureKey(error: Error): WordKey {
  const isOurs = error instanceof ApiError && error.status >= 500
  return isOurs ? 'market:error' : 'market:failed'
}
