import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { backstageApi } from '../../../lib/backstage-api.js'
import { formatTime } from '../../../ui/format.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { alertWords } from '../alerts/alert-words.js'
import './latest.css'

const SHOWN = 10
const ASK_EVERY_MS = 15_000

export function LatestAlerts() {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['backstage', 'alerts', 'latest'],
    queryFn: ({ signal }) => backstageApi.listAlerts({ state: 'all', pageSize: SHOWN }, { signal }),
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
  })
  if (isError && !data) return <LoadFailed text={t('backstage:overview.failed')} of={{ error, refetch }} />
  if (data?.total === 0) return <p className="muted">{t('backstage:overview.noAlerts')}</p>
  return (
    <ul className="latest">
      {data?.items.map((alert) => (
        <li key={alert.id} data-open={alert.closedAt === null}>
          {alertWords(t, alert)}
          <small className="muted tabular">
            {formatTime(alert.openedAt)} ·{' '}
            {alert.closedAt
              ? t('backstage:overview.closed', { time: formatTime(alert.closedAt) })
              : t('backstage:overview.open')}
          </small>
        </li>
      ))}
    </ul>
  )
}
