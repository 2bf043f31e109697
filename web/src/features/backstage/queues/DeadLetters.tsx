import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { QueueHealth, queueRoutes } from '@toile/contracts/queues'
import { ask } from '../../../api.js'
import { officePaths } from '../office-paths.js'
import { Link } from '../../../router.js'
import { formatTime } from '../../../ui/format.js'
import { DeedButton } from '../deeds/DeedButton.js'

/** What ran out of tries, by error, and the way to send it again. */
export function DeadLetters({ queue: { name, counts } }: { queue: QueueHealth }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    // The number says when there is something new to see.
    queryKey: ['backstage', 'dead-letters', name, counts.failed],
    queryFn: ({ signal }) =>
      ask<typeof queueRoutes.listDeadLetters>('GET', `/backstage/queues/${name}/dead-letters`, {}, { signal }),
    enabled: counts.failed > 0,
    staleTime: 0,
  })
  if (counts.failed === 0) return <p className="muted">{t('queues.dead.none')}</p>
  if (!data) return null
  return (
    <>
      <table className="office-table">
        <caption className="visually-hidden">{t('queues.dead.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('queues.dead.error')}</th>
            <th scope="col" data-number>
              {t('queues.dead.count')}
            </th>
            <th scope="col">{t('queues.dead.first')}</th>
            <th scope="col">{t('queues.dead.last')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('queues.workers.deeds')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map(({ error, count, firstAt, lastAt, sample }) => (
            <tr key={error}>
              <td>
                <code className="dead-error">{error || '–'}</code>
                <Link to={officePaths.queues({ queue: name, job: sample.id })} preventScrollReset>
                  {t('queues.dead.sample')}
                </Link>
              </td>
              <td data-number>{count}</td>
              <td>{formatTime(firstAt)}</td>
              <td>{formatTime(lastAt)}</td>
              <td data-number>
                <DeedButton
                  label={t('queues.dead.again', { count })}
                  consequence={t('queues.dead.againMeans', { count })}
                  deed={() =>
                    ask<typeof queueRoutes.retryJobsOfError>('POST', `/backstage/queues/${name}/retry`, { error })
                  }
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
