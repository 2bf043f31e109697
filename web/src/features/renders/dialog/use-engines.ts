import { useQuery } from '@tanstack/react-query'
import { renderEngines, type RenderEngine } from '@toile/contracts/renders/renders.constants'
import { api } from '../../../lib/api.js'

/** The engines without a running worker. The list is empty until the server has answered. */
export function useMissingEngines(): RenderEngine[] {
  const { data } = useQuery({
    queryKey: ['renders', 'engines'],
    queryFn: ({ signal }) => api.listEngines({}, { signal }),
  })
  if (!data) return []
  return renderEngines.filter((engine) => !data.engines.some((one) => one.engine === engine && one.available))
}
