import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { QueueJob } from '@toile/contracts/queues/queues'
import { backstageApi } from '../../../lib/backstage-api.js'
import { paths } from '../../../lib/paths.js'
import { Link } from '../../../lib/router.js'
import { Drawer } from '../../../ui/antd/Drawer.js'
import { DescriptionList, type DescriptionRow } from '../../../ui/DescriptionList.js'
import { formatTime } from '../../../ui/format.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { WorkLink } from '../../works/WorkLink.js'
import { Consequences } from './Consequences.js'
import { ActionButton } from '../actions/ActionButton.js'
import { DetailSection } from '../DetailSection.js'

const ASK_EVERY_MS = 3_000

export default function JobDrawer({ queue, id, close }: { queue: string; id: string; close: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['backstage', 'job', queue, id],
    queryFn: ({ signal }) => backstageApi.getJob({ name: queue, id }, { signal }),
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
    retry: false,
  })
  return (
    <Drawer title={data?.job.name ?? t('backstage:queues.jobs.job')} about={id} onClose={close}>
      {error && !data && <LoadFailed text={t('backstage:queues.jobs.gone')} of={{ error, refetch }} />}
      {!data && !error && <Skeleton height={320} />}
      {data && (
        <>
          <JobFacts job={data.job} />
          <Actions queue={queue} job={data.job} />
          {data.job.error && (
            <DetailSection title={t('backstage:queues.dead.error')}>
              <pre className="job-log">{data.job.error}</pre>
            </DetailSection>
          )}
          {data.logs.length > 0 && (
            <DetailSection title={t('backstage:queues.jobs.log')}>
              <pre className="job-log">{data.logs.join('\n')}</pre>
            </DetailSection>
          )}
          {data.request && data.request.consequences.length > 0 && (
            <DetailSection title={t('backstage:queues.request.title')}>
              <p className="muted caused-call">{t('backstage:queues.request.call', { id: data.request.id })}</p>
              <Consequences consequences={data.request.consequences} job={id} />
            </DetailSection>
          )}
          {data.timeline.length > 0 && (
            <DetailSection title={t('backstage:queues.jobs.timeline')}>
              <ol className="job-timeline">
                {data.timeline.map(({ type, attempt, at }, index) => (
                  <li key={index}>
                    <time dateTime={at}>{new Date(at).toLocaleTimeString()}</time> <code>{type}</code>{' '}
                    <span className="muted">{t('backstage:queues.jobs.attempt', { attempt })}</span>
                  </li>
                ))}
              </ol>
            </DetailSection>
          )}
        </>
      )}
    </Drawer>
  )
}

function JobFacts({ job }: { job: QueueJob }) {
  const { t } = useTranslation()
  const { subject, payload } = job
  const rows: DescriptionRow[] = [
    [t('backstage:columns.state'), t(`backstage:queues.jobs.state.${job.state}`)],
    [
      t('backstage:columns.subject'),
      subject && (subject.workId || subject.title) && <WorkLink id={subject.workId} title={subject.title} />,
    ],
    [
      t('backstage:columns.user'),
      subject?.userId ? <Link to={paths.creator(subject.userId)}>{subject.userName}</Link> : undefined,
    ],
    [
      t('backstage:queues.jobs.payload'),
      `${payload.id} · ${t('backstage:queues.jobs.attempt', { attempt: payload.attempt })}`,
    ],
    [t('backstage:queues.jobs.tries'), t('backstage:queues.jobs.triesOf', { tries: job.tries, most: job.maxTries })],
    [t('backstage:queues.jobs.created'), formatTime(job.createdAt)],
    [t('backstage:queues.jobs.started'), job.startedAt && formatTime(job.startedAt)],
    [t('backstage:queues.jobs.finished'), job.finishedAt && formatTime(job.finishedAt)],
  ]
  return <DescriptionList className="backstage-facts" rows={rows} />
}

function Actions({ queue, job }: { queue: string; job: QueueJob }) {
  const { t } = useTranslation()
  const at = { name: queue, id: job.id }
  const isWaiting = job.state === 'waiting' || job.state === 'delayed'
  return (
    <div className="backstage-actions">
      {job.state === 'failed' && (
        <ActionButton
          label={t('app.retry')}
          consequence={t('backstage:queues.dead.againMeans', { count: 1 })}
          action={(reason) => backstageApi.retryJob(at, { reason })}
        />
      )}
      {job.state === 'delayed' && (
        <ActionButton
          label={t('backstage:queues.jobs.promote')}
          consequence={t('backstage:queues.jobs.promoteMeans')}
          action={(reason) => backstageApi.promoteJob(at, { reason })}
        />
      )}
      {(isWaiting || job.state === 'failed') && (
        <ActionButton
          label={t(isWaiting ? 'backstage:queues.jobs.stop' : 'common.remove')}
          consequence={t(isWaiting ? 'backstage:queues.jobs.stopMeans' : 'backstage:queues.jobs.removeMeans')}
          action={(reason) => backstageApi.removeJob(at, { reason })}
        />
      )}
    </div>
  )
}
