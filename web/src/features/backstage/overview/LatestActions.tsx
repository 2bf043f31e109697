import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { backstageApi } from '../../../lib/backstage-api.js'
import { formatTime } from '../../../ui/format.js'
import { LoadFailed } from '../../../ui/Notice.js'
import './latest.css'

const SHOWN = 10
const ASK_EVERY_MS = 15_000

export function LatestActions() {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['backstage', 'audit', 'latest'],
    queryFn: ({ signal }) => backstageApi.listAudit({ pageSize: SHOWN }, { signal }),
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
  })
  if (isError && !data) return <LoadFailed text={t('backstage:overview.failed')} of={{ error, refetch }} />
  if (data?.total === 0) return <p className="muted">{t('backstage:overview.noActions')}</p>
  return (
    <ul className="latest">
      {data?.items.map(({ id, sentence, at }) => (
        <li key={id}>
          {sentence}
          <small className="muted tabular">{formatTime(at)}</small>
        </li>
      ))}
    </ul>
  )
}
