import { useTranslation } from 'react-i18next'
import { Link } from '../../../router.js'
import { formatNumber } from '../../../ui/format.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { isLate, queueTitle, time } from '../queues/figures.js'
import type { useQueues } from '../queues/use-queues.js'
import { Verdict } from '../queues/Verdict.js'
import { officePaths } from '../office-paths.js'
import '../queues/queues.css'

/** Whether anybody waits, and one line a queue. */
export function QueueLines({
  queues: { list, queues, ageSeconds, isStale },
}: {
  queues: ReturnType<typeof useQueues>
}) {
  const { t } = useTranslation()
  if (list.isError && !queues)
    return <LoadFailed text={t('queues.failed')} reason={list.error.message} retry={() => void list.refetch()} />
  if (!queues) return <Skeleton height={320} />
  if (queues.length === 0) return <p className="muted">{t('queues.notMeasured')}</p>
  return (
    <>
      {isStale ? (
        <p className="verdict verdict-stale">
          {t('queues.stale', { time: time(t, ageSeconds) })}. {t('queues.staleMeans')}
        </p>
      ) : (
        <Verdict queues={queues} />
      )}
      <table className="office-table queue-lines" data-stale={isStale}>
        <caption className="visually-hidden">{t('overview.queues')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('queues.column.queue')}</th>
            <th scope="col" data-number>
              {t('queues.column.waiting')}
            </th>
            <th scope="col" data-number>
              {t('queues.column.oldest')}
            </th>
            <th scope="col" data-number>
              {t('queues.column.dead')}
            </th>
            <th scope="col" data-number>
              {t('queues.column.workers')}
            </th>
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.name} data-late={isLate(queue)}>
              <th scope="row">
                <Link to={officePaths.queues({ queue: queue.name })}>{queueTitle(t, queue.name)}</Link>
              </th>
              <td data-number>{formatNumber(queue.waiting)}</td>
              <td data-number data-column="oldest">
                {queue.oldestWaitingSeconds === null ? '–' : time(t, queue.oldestWaitingSeconds)}
              </td>
              <td data-number>{formatNumber(queue.counts.failed)}</td>
              <td data-number>{formatNumber(queue.workers)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
