import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '@toile/contracts/route'
import type { GridItem } from '@toile/contracts/layouts/grid'
import type { ArrangedPage } from '@toile/contracts/backstage/backstage.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { withDefaults, withHidden } from '../../../ui/grid/layout.js'
import { toast } from '../../../ui/toasts/toasts.js'
import type { Routes } from '@toile/contracts/routes'

/**
 * `layout` is the arrangement that the user edits, or else the stored arrangement. Widgets of `usual` that are missing
 * from the stored arrangement come below it. `layout` is undefined until the stored arrangement is loaded.
 */
export function useArrangement(page: ArrangedPage, usual: readonly GridItem[]) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [arranged, setArranged] = useState<GridItem[]>()
  const key = ['backstage', 'layout', page]
  const list = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => backstageApi.getArrangement({ page }, { signal }),
    staleTime: Infinity,
  })

  const put = useMutation({
    mutationFn: (items: GridItem[]) => backstageApi.setArrangement({ page, items }),
    onSuccess(stored, items) {
      queryClient.setQueryData<ResponseOf<Routes['getArrangement']>>(key, stored)
      setArranged(undefined)
      toast('success', t(items.length > 0 ? 'people.arranged' : 'backstage:grid.isReset'))
    },
  })
  const stored = list.data && withDefaults(list.data.items, usual)
  const layout = arranged ?? stored
  return {
    list,
    layout,
    arranging: arranged !== undefined,
    isBusy: put.isPending,
    arrange: () => setArranged(stored),
    change: (shown: GridItem[]) => setArranged(withHidden(shown, layout ?? [])),
    save: () => put.mutate(layout ?? []),
    cancel: () => setArranged(undefined),
    reset: () => put.mutate([]),
  }
}
