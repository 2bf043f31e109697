import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { backstageApi } from '../../lib/backstage-api.js'
import { useLive } from '../../lib/socket.js'
import { formatNumber } from '../../ui/format.js'

const key = ['backstage', 'open-cases']

/** How many cases wait to be decided, live; nothing while there is none. */
export function OpenCases() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { data: open } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await backstageApi.listCases({ pageSize: 1 }, { signal })).total,
    staleTime: 0,
  })
  useLive('case:changed', (message) => queryClient.setQueryData(key, message.open))
  if (!open) return null
  return (
    <span className="backstage-count tabular">
      <span aria-hidden="true">{formatNumber(open)}</span>
      <span className="visually-hidden">{t('backstage:overview.openCases', { count: open })}</span>
    </span>
  )
}
