import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { QueueHealth, QueueWorker } from '@toile/contracts/queues/queues'
import { backstageApi } from '../../../lib/backstage-api.js'
import { backstagePaths } from '../backstage-paths.js'
import { Link } from '../../../lib/router.js'
import { formatBytes } from '../../../ui/format.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { ActionButton } from '../actions/ActionButton.js'
import { Table } from '../table/Table.js'
import { formatDuration } from './figures.js'

/** Workers report every two seconds. No live message carries their reports, so they are polled. */
const ASK_EVERY_MS = 2_000

export function Workers({ queue }: { queue: QueueHealth }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['backstage', 'workers'],
    queryFn: ({ signal }) => backstageApi.listWorkers({}, { signal }),
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
  })
  if (error && !data) return <LoadFailed text={t('backstage:queues.partFailed')} of={{ error, refetch }} />
  if (!data) return <Skeleton height={80} />
  const workers = data.items.filter((worker) => worker.queue === queue.name)
  return (
    <>
      {workers.some(({ isIsolated }) => isIsolated === false) && (
        <p className="worker-warning">{t('backstage:queues.workers.notIsolatedMeans')}</p>
      )}
      {workers.length === 0 && (
        <p className="muted">{t('backstage:queues.workers.none', { kind: kindOf(queue.name) })}</p>
      )}
      {workers.length > 0 && (
        <Table
          label={t('backstage:queues.workers.title')}
          rows={workers}
          keyOf={({ id }) => id}
          markOf={({ id, state }) => ({ 'data-worker': id, 'data-state': state })}
          columns={[
            {
              name: 'host',
              label: t('backstage:queues.workers.host'),
              cell: ({ host, pid }) => (
                <>
                  {host} <span className="muted">· {pid}</span>
                </>
              ),
            },
            {
              name: 'state',
              label: t('backstage:columns.state'),
              cell: ({ state, silentSeconds, isIsolated }) => (
                <>
                  {t(`backstage:queues.workers.states.${state}`) +
                    (state === 'silent' ? ` ${formatDuration(t, silentSeconds)}` : '')}
                  {isIsolated === false && (
                    <div className="worker-warning">{t('backstage:queues.workers.notIsolated')}</div>
                  )}
                </>
              ),
            },
            { name: 'job', label: t('backstage:queues.workers.job'), cell: (worker) => <JobsAtWork worker={worker} /> },
            {
              name: 'concurrency',
              label: t('backstage:queues.concurrency.label'),
              number: true,
              cell: ({ concurrency }) => concurrency,
            },
            {
              name: 'memory',
              label: t('backstage:queues.workers.memory'),
              number: true,
              cell: ({ memoryBytes }) => formatBytes(memoryBytes),
            },
            {
              name: 'uptime',
              label: t('backstage:queues.workers.uptime'),
              number: true,
              cell: ({ uptimeSeconds }) => formatDuration(t, uptimeSeconds),
            },
            { name: 'version', label: t('backstage:queues.workers.version'), cell: ({ version }) => version },
            {
              name: 'actions',
              label: t('backstage:columns.actions'),
              isUnseen: true,
              number: true,
              cell: (worker) => <DrainButton worker={worker} />,
            },
          ]}
        />
      )}
    </>
  )
}

function JobsAtWork({ worker: { queue, jobs } }: { worker: QueueWorker }) {
  const { t } = useTranslation()
  if (jobs.length === 0) return <span className="muted">–</span>
  return jobs.map((job) => (
    <div key={job.id} className="one-line">
      <Link to={backstagePaths.queues({ queue, job: job.id })} preventScrollReset>
        {job.name}
      </Link>{' '}
      <span className="muted">{formatDuration(t, job.seconds)}</span>
    </div>
  ))
}

function DrainButton({ worker: { id, host, pid, state } }: { worker: QueueWorker }) {
  const { t } = useTranslation()
  return state === 'drained' || state === 'draining' ? (
    <ActionButton
      key="undrain"
      label={t('backstage:queues.workers.undrain')}
      consequence={t('backstage:queues.workers.undrainMeans', { host, pid })}
      action={(reason) => backstageApi.undrainWorker({ id }, { reason })}
    />
  ) : (
    <ActionButton
      key="drain"
      label={t('backstage:queues.workers.drain')}
      consequence={t('backstage:queues.workers.drainMeans', { host, pid })}
      action={(reason) => backstageApi.drainWorker({ id }, { reason })}
    />
  )
}

/** The argument of `npm run worker` that starts a worker for this queue. */
const kindOf = (queue: string) => (queue === 'renders-cycles' ? 'renders' : queue)
