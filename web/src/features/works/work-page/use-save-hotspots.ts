import { useQueryClient } from '@tanstack/react-query'
import type { Hotspot, Work } from '@toile/contracts/works/works'
import { call, FAILED } from '../../../lib/api.js'
import type { Routes } from '@toile/contracts/routes'

/** Keeps the explained points of a work. They stand there at once, and go back to what was when the server refuses. */
export function useSaveHotspots(work: Work) {
  const queryClient = useQueryClient()
  const key = ['works', work.id]
  return async (hotspots: Hotspot[]): Promise<void> => {
    queryClient.setQueryData<Work>(key, (shown) => shown && { ...shown, hotspots })
    const result = await call<Routes['setHotspots']>(
      'PUT',
      `/works/${work.id}/hotspots` as `/works/${string}/hotspots`,
      { hotspots },
    )
    if (result.code === FAILED) await queryClient.invalidateQueries({ queryKey: key })
    else queryClient.setQueryData(key, result.data)
  }
}
