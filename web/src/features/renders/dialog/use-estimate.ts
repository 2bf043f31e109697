import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as renderRoutes from '@toile/contracts/renders/renders.paths'
import type { RenderInput } from '@toile/contracts/renders/renders'
import { ask } from '../../../lib/api.js'

/** So long a choice has to stand before it is estimated. */
const ASK_AFTER_MS = 300

/** What an order would cost and when it would be there, asked again after each change; undefined asks nothing. */
export function useEstimate(input: RenderInput | undefined) {
  const wanted = input && JSON.stringify(input)
  const [settled, setSettled] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  return useQuery({
    queryKey: ['renders', 'estimate', settled],
    queryFn: ({ signal }) =>
      ask(renderRoutes.estimateRender)(JSON.parse(settled!) as RenderInput, {
        signal,
      }),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
  })
}
