import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { QueueHealth, queueRoutes } from '@toile/contracts/queues'
import { ask } from '../../../api.js'
import { paths } from '../../../paths.js'
import { Link } from '../../../router.js'
import { DeedButton } from '../deeds/DeedButton.js'
import { queueTitle, time } from './figures.js'

const ASK_EVERY_MS = 5_000

/** Who is behind what waits, and with which works; one person can be stopped. */
export function WaitingPeople({ queue }: { queue: QueueHealth }) {
  const { t } = useTranslation()
  const { name } = queue
  const isAny = queue.waiting + queue.counts.delayed > 0
  const { data } = useQuery({
    queryKey: ['backstage', 'waiting', name],
    queryFn: ({ signal }) =>
      ask<typeof queueRoutes.listWaiting>('GET', `/backstage/queues/${name}/waiting`, {}, { signal }),
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
    enabled: isAny,
  })
  if (!isAny || !data?.items.length) return <p className="muted">{t('queues.waiting.none')}</p>
  return (
    <>
      <table className="office-table">
        <caption className="visually-hidden">{t('queues.waiting.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('queues.waiting.person')}</th>
            <th scope="col" data-number>
              {t('queues.waiting.jobs')}
            </th>
            <th scope="col" data-number>
              {t('queues.waiting.oldest')}
            </th>
            <th scope="col">{t('queues.waiting.works')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('queues.workers.deeds')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.items.map(({ userId, userName, jobs, oldestSeconds, works }) => (
            <tr key={userId ?? ''}>
              <td>{userId ? <Link to={paths.creator(userId)}>{userName}</Link> : t('queues.waiting.nobody')}</td>
              <td data-number>{jobs}</td>
              <td data-number>{time(t, oldestSeconds)}</td>
              <td>
                {works.map(({ id, title }, at) => (
                  <span key={at}>
                    {at > 0 && ', '}
                    {id ? <Link to={paths.work(id)}>{title}</Link> : title}
                  </span>
                ))}
              </td>
              <td data-number>
                {userId && (
                  <DeedButton
                    label={t('queues.waiting.stop')}
                    consequence={t('queues.waiting.stopMeans', {
                      name: userName,
                      queue: queueTitle(t, name),
                      count: jobs,
                    })}
                    deed={() =>
                      ask<typeof queueRoutes.stopJobsOfUser>('POST', `/backstage/queues/${name}/stop`, { userId })
                    }
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
