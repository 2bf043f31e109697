import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueueJob, queueRoutes } from '@toile/contracts/queues'
import { ask } from '../../api.js'
import { paths } from '../../paths.js'
import { Link } from '../../router.js'
import { formatTime } from '../../ui/format.js'
import { LoadFailed } from '../../ui/Notice.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { DeedButton } from './DeedButton.js'
import '../renders/render-drawer.css'

const ASK_EVERY_MS = 3_000

/** All of one job: what it is about, its tries and its log, and what happened to its thing. Esc closes it. */
export default function JobDrawer({ queue, id, close }: { queue: string; id: string; close: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => box.current?.showModal(), [])
  const { data, error, refetch } = useQuery({
    queryKey: ['backstage', 'job', queue, id],
    queryFn: ({ signal }) =>
      ask<typeof queueRoutes.getJob>(
        'GET',
        `/backstage/queues/${queue}/jobs/${encodeURIComponent(id)}`,
        {},
        { signal },
      ),
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
    retry: false,
  })
  return (
    <dialog
      ref={box}
      className="drawer"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (event.target === box.current) close()
      }}
      onClick={(event) => event.target === box.current && close()}
    >
      <div className="drawer-page">
        <header className="drawer-head">
          <div>
            <h2 id={titleId}>{data?.job.name ?? t('queues.jobs.job')}</h2>
            <p className="muted">{id}</p>
          </div>
          <button type="button" className="drawer-close" aria-label={t('queues.jobs.close')} onClick={close}>
            ×
          </button>
        </header>
        {error && !data && (
          <LoadFailed text={t('queues.jobs.gone')} reason={error.message} retry={() => void refetch()} />
        )}
        {!data && !error && <Skeleton height={320} />}
        {data && (
          <>
            <Facts job={data.job} />
            <Deeds queue={queue} job={data.job} />
            {data.job.error && (
              <Part title={t('queues.dead.error')}>
                <pre className="job-log">{data.job.error}</pre>
              </Part>
            )}
            {data.logs.length > 0 && (
              <Part title={t('queues.jobs.log')}>
                <pre className="job-log">{data.logs.join('\n')}</pre>
              </Part>
            )}
            {data.timeline.length > 0 && (
              <Part title={t('queues.jobs.timeline')}>
                <ol className="job-timeline">
                  {data.timeline.map(({ type, attempt, at }, index) => (
                    <li key={index}>
                      <time dateTime={at}>{new Date(at).toLocaleTimeString()}</time> <code>{type}</code>{' '}
                      <span className="muted">{t('queues.jobs.attempt', { attempt })}</span>
                    </li>
                  ))}
                </ol>
              </Part>
            )}
          </>
        )}
      </div>
    </dialog>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="job-part">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Facts({ job }: { job: QueueJob }) {
  const { t } = useTranslation()
  const { subject, payload } = job
  const rows: [string, ReactNode][] = [
    [t('queues.jobs.stateName'), t(`queues.jobs.state.${job.state}`)],
    [
      t('queues.jobs.subject'),
      subject?.workId ? <Link to={paths.work(subject.workId)}>{subject.title}</Link> : subject?.title,
    ],
    [
      t('queues.waiting.person'),
      subject?.userId ? <Link to={paths.creator(subject.userId)}>{subject.userName}</Link> : undefined,
    ],
    [t('queues.jobs.payload'), `${payload.id} · ${t('queues.jobs.attempt', { attempt: payload.attempt })}`],
    [t('queues.jobs.tries'), t('queues.jobs.triesOf', { tries: job.tries, most: job.maxTries })],
    [t('queues.jobs.created'), formatTime(job.createdAt)],
    [t('queues.jobs.started'), job.startedAt && formatTime(job.startedAt)],
    [t('queues.jobs.finished'), job.finishedAt && formatTime(job.finishedAt)],
  ]
  return (
    <dl className="job-facts">
      {rows
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function Deeds({ queue, job }: { queue: string; job: QueueJob }) {
  const { t } = useTranslation()
  const at = `/backstage/queues/${queue}/jobs/${encodeURIComponent(job.id)}` as const
  const isWaiting = job.state === 'waiting' || job.state === 'delayed'
  return (
    <div className="queue-deeds">
      {job.state === 'failed' && (
        <DeedButton
          label={t('queues.jobs.again')}
          consequence={t('queues.dead.againMeans', { count: 1 })}
          deed={() => ask<typeof queueRoutes.retryJob>('POST', `${at}/retry`)}
        />
      )}
      {job.state === 'delayed' && (
        <DeedButton
          label={t('queues.jobs.promote')}
          consequence={t('queues.jobs.promoteMeans')}
          deed={() => ask<typeof queueRoutes.promoteJob>('POST', `${at}/promote`)}
        />
      )}
      {(isWaiting || job.state === 'failed') && (
        <DeedButton
          label={t(isWaiting ? 'queues.jobs.stop' : 'queues.jobs.remove')}
          consequence={t(isWaiting ? 'queues.jobs.stopMeans' : 'queues.jobs.removeMeans')}
          deed={() => ask<typeof queueRoutes.removeJob>('POST', `${at}/remove`)}
        />
      )}
    </div>
  )
}
