import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Alert } from '@toile/contracts/queues/alerts'
import { backstageApi } from '../../../lib/backstage-api.js'
import { backstagePaths } from '../backstage-paths.js'
import { Link } from '../../../lib/router.js'
import { Button } from '../../../ui/Button.js'
import { formatTime } from '../../../ui/format.js'
import { refetchBackstage } from '../actions/refetch-backstage.js'
import { alertWords } from './alert-words.js'
import { useAlerts } from './use-alerts.js'
import './alerts.css'

export function Alerts() {
  const { t } = useTranslation()
  const alerts = useAlerts()
  return (
    <div role="alert">
      {alerts.length > 0 && (
        <ul className="alerts" aria-label={t('backstage:queues.alerts.title')}>
          {alerts.map((alert) => (
            <Row key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Row({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const acknowledge = useMutation({
    mutationFn: () => backstageApi.acknowledgeAlert({ id: alert.id }),
    onSettled: refetchBackstage,
  })
  return (
    <li className="alerts-row" data-kind={alert.kind} data-seen={alert.acknowledgedAt !== null}>
      <p>
        <strong>{alertWords(t, alert)}</strong>
        <small className="tabular">
          {t('backstage:queues.alerts.since', { time: formatTime(alert.openedAt) })}
          {alert.acknowledgedBy && ` · ${t('backstage:queues.alerts.seenBy', { name: alert.acknowledgedBy })}`}
        </small>
      </p>
      {alert.queue && (
        <Link to={backstagePaths.queues({ queue: alert.queue })} className="alerts-link">
          {t('backstage:queues.alerts.look')}
        </Link>
      )}
      {!alert.acknowledgedAt && (
        <Button className="button-small" busy={acknowledge.isPending} onClick={() => acknowledge.mutate()}>
          {t('backstage:queues.alerts.acknowledge')}
        </Button>
      )}
    </li>
  )
}
