import { useQueryClient } from '@tanstack/react-query'
import * as workRoutes from '@toile/contracts/works/works.paths'
import type { Hotspot, Work } from '@toile/contracts/works/works'
import { call, FAILED } from '../../../lib/api.js'

/** Keeps the explained points of a work. They stand there at once, and go back to what was when the server refuses. */
export function useSaveHotspots(work: Work) {
  const queryClient = useQueryClient()
  const key = ['works', work.id]
  return async (hotspots: Hotspot[]): Promise<void> => {
    queryClient.setQueryData<Work>(key, (shown) => shown && { ...shown, hotspots })
    const result = await call(workRoutes.setHotspots)({ id: work.id, hotspots })
    if (result.code === FAILED) await queryClient.invalidateQueries({ queryKey: key })
    else queryClient.setQueryData(key, result.data)
  }
}
