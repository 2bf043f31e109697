import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { QueueHealth, QueueWorker, queueRoutes } from '@toile/contracts/queues'
import { ask } from '../../../api.js'
import { officePaths } from '../office-paths.js'
import { Link } from '../../../router.js'
import { formatBytes } from '../../../ui/format.js'
import { DeedButton } from '../deeds/DeedButton.js'
import { time } from './figures.js'

/** Workers say every two seconds how they are; nobody pushes that. */
const ASK_EVERY_MS = 2_000

/** Who works on a queue, with what, and on which machine. */
export function Workers({ queue }: { queue: QueueHealth }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: ['backstage', 'workers'],
    queryFn: ({ signal }) => ask<typeof queueRoutes.listWorkers>('GET', '/backstage/workers', {}, { signal }),
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
  })
  const workers = data?.items.filter((worker) => worker.queue === queue.name)
  return (
    <>
      {workers?.length === 0 && <p className="muted">{t('queues.workers.none', { kind: kindOf(queue.name) })}</p>}
      {workers && workers.length > 0 && (
        <table className="office-table">
          <caption className="visually-hidden">{t('queues.workers.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('queues.workers.host')}</th>
              <th scope="col">{t('queues.workers.state')}</th>
              <th scope="col">{t('queues.workers.job')}</th>
              <th scope="col" data-number>
                {t('queues.workers.concurrency')}
              </th>
              <th scope="col" data-number>
                {t('queues.workers.memory')}
              </th>
              <th scope="col" data-number>
                {t('queues.workers.uptime')}
              </th>
              <th scope="col">{t('queues.workers.version')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('queues.workers.deeds')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {workers.map((worker) => (
              <Row key={worker.id} worker={worker} />
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function Row({ worker }: { worker: QueueWorker }) {
  const { t } = useTranslation()
  const { id, queue, host, pid, state, jobs, silentSeconds } = worker
  const isDrained = state === 'drained' || state === 'draining'
  return (
    <tr data-worker={id} data-state={state}>
      <td>
        {host} <span className="muted">· {pid}</span>
      </td>
      <td data-column="state">
        {t(`queues.workers.states.${state}`)}
        {state === 'silent' && ` ${time(t, silentSeconds)}`}
      </td>
      <td>
        {jobs.map((job) => (
          <div key={job.id} className="one-line">
            <Link to={officePaths.queues({ queue, job: job.id })} preventScrollReset>
              {job.name}
            </Link>{' '}
            <span className="muted">{time(t, job.seconds)}</span>
          </div>
        ))}
        {jobs.length === 0 && <span className="muted">–</span>}
      </td>
      <td data-number>{worker.concurrency}</td>
      <td data-number>{formatBytes(worker.memoryBytes)}</td>
      <td data-number>{time(t, worker.uptimeSeconds)}</td>
      <td>{worker.version}</td>
      <td data-number>
        {isDrained ? (
          <DeedButton
            key="undrain"
            label={t('queues.workers.undrain')}
            consequence={t('queues.workers.undrainMeans', { host, pid })}
            deed={() => ask<typeof queueRoutes.undrainWorker>('POST', `/backstage/workers/${id}/undrain`)}
          />
        ) : (
          <DeedButton
            key="drain"
            label={t('queues.workers.drain')}
            consequence={t('queues.workers.drainMeans', { host, pid })}
            deed={() => ask<typeof queueRoutes.drainWorker>('POST', `/backstage/workers/${id}/drain`)}
          />
        )}
      </td>
    </tr>
  )
}

/** What `npm run worker` calls it. */
const kindOf = (queue: string) => (queue === 'renders-cycles' ? 'renders' : queue)
