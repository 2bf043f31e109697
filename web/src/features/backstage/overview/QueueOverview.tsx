import { useTranslation } from 'react-i18next'
import { Link } from '../../../lib/router.js'
import { formatNumber } from '../../../ui/format.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { isLate, queueTitle, formatDuration } from '../queues/figures.js'
import type { useQueues } from '../queues/use-queues.js'
import { QueueSummary } from '../queues/QueueSummary.js'
import { backstagePaths } from '../backstage-paths.js'
import { Table } from '../table/Table.js'
import '../queues/queues.css'

export function QueueOverview({
  queues: { list, queues, ageSeconds, isStale },
}: {
  queues: ReturnType<typeof useQueues>
}) {
  const { t } = useTranslation()
  if (list.isError && !queues) return <LoadFailed text={t('backstage:queues.failed')} of={list} />
  if (!queues) return <Skeleton height={320} />
  if (queues.length === 0) return <p className="muted">{t('backstage:queues.notMeasured')}</p>
  return (
    <>
      {isStale ? (
        <p className="verdict verdict-stale">
          {t('backstage:queues.stale', { time: formatDuration(t, ageSeconds) })} · {t('backstage:queues.staleMeans')}
        </p>
      ) : (
        <QueueSummary queues={queues} />
      )}
      <div className="queue-lines" data-stale={isStale}>
        <Table
          label={t('backstage:overview.queues')}
          rows={queues}
          keyOf={({ name }) => name}
          markOf={(queue) => ({ 'data-late': isLate(queue) })}
          columns={[
            {
              name: 'queue',
              label: t('backstage:queues.column.queue'),
              isHead: true,
              cell: ({ name }) => <Link to={backstagePaths.queues({ queue: name })}>{queueTitle(t, name)}</Link>,
            },
            {
              name: 'waiting',
              label: t('backstage:queues.column.waiting'),
              number: true,
              cell: ({ waiting }) => formatNumber(waiting),
            },
            {
              name: 'oldest',
              label: t('backstage:queues.column.oldest'),
              number: true,
              cell: ({ oldestWaitingSeconds: seconds }) => (seconds === null ? '–' : formatDuration(t, seconds)),
            },
            {
              name: 'dead',
              label: t('backstage:queues.column.dead'),
              number: true,
              cell: ({ counts }) => formatNumber(counts.failed),
            },
            {
              name: 'workers',
              label: t('backstage:queues.workers.title'),
              number: true,
              cell: ({ workers }) => formatNumber(workers),
            },
          ]}
        />
      </div>
    </>
  )
}
