import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import { backstageApi } from '../../../lib/backstage-api.js'
import { backstagePaths } from '../backstage-paths.js'
import { Link } from '../../../lib/router.js'
import { formatTime } from '../../../ui/format.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { ActionButton } from '../actions/ActionButton.js'
import { Table } from '../table/Table.js'

export function DeadLetters({ queue: { name, counts } }: { queue: QueueHealth }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    // The key contains the count, so a changed count refetches the list.
    queryKey: ['backstage', 'dead-letters', name, counts.failed],
    queryFn: ({ signal }) => backstageApi.listDeadLetters({ name }, { signal }),
    enabled: counts.failed > 0,
    staleTime: 0,
  })
  if (counts.failed === 0) return <p className="muted">{t('backstage:queues.dead.none')}</p>
  if (error && !data) return <LoadFailed text={t('backstage:queues.partFailed')} of={{ error, refetch }} />
  if (!data) return <Skeleton height={80} />
  return (
    <Table
      label={t('backstage:queues.dead.title')}
      rows={data.items}
      keyOf={({ error }) => error}
      columns={[
        {
          name: 'error',
          label: t('backstage:queues.dead.error'),
          cell: ({ error, sample }) => (
            <>
              <code className="dead-error">{error || '–'}</code>
              <Link to={backstagePaths.queues({ queue: name, job: sample.id })} preventScrollReset>
                {t('backstage:queues.dead.sample')}
              </Link>
            </>
          ),
        },
        { name: 'count', label: t('backstage:queues.jobs.title'), number: true, cell: ({ count }) => count },
        { name: 'first', label: t('backstage:queues.dead.first'), cell: ({ firstAt }) => formatTime(firstAt) },
        { name: 'last', label: t('backstage:queues.dead.last'), cell: ({ lastAt }) => formatTime(lastAt) },
        {
          name: 'actions',
          label: t('backstage:columns.actions'),
          isUnseen: true,
          number: true,
          cell: ({ error, count }) => (
            <ActionButton
              label={t('backstage:queues.dead.again', { count })}
              consequence={t('backstage:queues.dead.againMeans', { count })}
              action={(reason) => backstageApi.retryJobsOfError({ name, error }, { reason })}
            />
          ),
        },
      ]}
    />
  )
}
