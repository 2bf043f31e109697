import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { GridItem } from '@toile/contracts/layouts/grid'
import { backstagePaths } from '../backstage-paths.js'
import { LatestAlerts } from '../overview/LatestAlerts.js'
import { Widgets, type Widget } from '../widgets/Widgets.js'
import { useNavigate, useSearchParams } from '../../../lib/router.js'
import { LoadFailed, Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { formatDuration, queueTitle } from './figures.js'
import { QueueTable } from './QueueTable.js'
import { useQueues } from './use-queues.js'
import { QueueSummary } from './QueueSummary.js'
import type { TFunction } from 'i18next'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import { DeadLetters } from './DeadLetters.js'
import { History } from './History.js'
import { JobList } from './JobList.js'
import { QueueActions } from './QueueActions.js'
import { WaitingUsers } from './WaitingUsers.js'
import { Workers } from './Workers.js'
import './queues.css'
import './queue-detail.css'

const JobDrawer = lazy(() => import('./JobDrawer.js'))

const usual: readonly GridItem[] = [
  { i: 'verdict', x: 0, y: 0, w: 12, h: 1 },
  { i: 'queues', x: 0, y: 1, w: 12, h: 3 },
  { i: 'workers', x: 0, y: 4, w: 12, h: 2 },
  { i: 'waiting', x: 0, y: 6, w: 6, h: 2 },
  { i: 'dead', x: 6, y: 6, w: 6, h: 2 },
  { i: 'jobs', x: 0, y: 8, w: 12, h: 3 },
  { i: 'history', x: 0, y: 11, w: 12, h: 2 },
  { i: 'alerts', x: 0, y: 13, w: 12, h: 2 },
]

export function QueuesPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const { list, queues, ageSeconds, isStale } = useQueues()
  const navigate = useNavigate()
  const name = search.get('queue') ?? undefined
  const job = search.get('job')
  const queue = queues?.find((one) => one.name === name)
  return (
    <div className="queues" data-stale={isStale}>
      <div className="queues-head">
        <PageHeading title={t('backstage:queues.title')} />
        {queues && queues.length > 0 && (
          <p className="queues-age tabular" data-stale={isStale}>
            {isStale
              ? t('backstage:queues.stale', { time: formatDuration(t, ageSeconds) })
              : t('backstage:queues.live')}
          </p>
        )}
      </div>
      {list.isError && !queues && <LoadFailed text={t('backstage:queues.failed')} of={list} />}
      {!queues && !list.isError && <Skeleton height={420} />}
      {queues?.length === 0 && <Notice text={t('backstage:queues.notMeasured')} />}
      {queues && queues.length > 0 && (
        <Widgets
          page="queues"
          usual={usual}
          widgets={[
            {
              i: 'verdict',
              title: t('backstage:queues.verdict.title'),
              isUntitled: true,
              content: isStale ? (
                <p className="verdict verdict-stale">{t('backstage:queues.staleMeans')}</p>
              ) : (
                <QueueSummary queues={queues} />
              ),
            },
            {
              i: 'queues',
              title: t('backstage:overview.queues'),
              isUntitled: true,
              content: <QueueTable queues={queues} open={name} />,
            },
            ...(queue ? detailWidgets(t, queue) : []),
            { i: 'alerts', title: t('backstage:overview.alerts'), content: <LatestAlerts /> },
          ]}
        />
      )}
      {name && job && (
        <Suspense fallback={null}>
          <JobDrawer
            key={job}
            queue={name}
            id={job}
            close={() => void navigate(backstagePaths.queues({ queue: name }), { preventScrollReset: true })}
          />
        </Suspense>
      )}
    </div>
  )
}

function detailWidgets(t: TFunction, queue: QueueHealth): Widget[] {
  const of = queueTitle(t, queue.name)
  const titled = (title: string) => `${of} · ${title}`
  const key = queue.name
  return [
    { i: 'workers', title: titled(t('backstage:queues.workers.title')), content: <Workers key={key} queue={queue} /> },
    {
      i: 'waiting',
      title: titled(t('backstage:queues.waiting.title')),
      content: <WaitingUsers key={key} queue={queue} />,
    },
    { i: 'dead', title: titled(t('backstage:queues.dead.title')), content: <DeadLetters key={key} queue={queue} /> },
    {
      i: 'jobs',
      title: titled(t('backstage:queues.jobs.title')),
      aside: <QueueActions key={key} queue={queue} />,
      content: <JobList key={key} queue={queue} />,
    },
    { i: 'history', title: titled(t('backstage:queues.history.title')), content: <History key={key} name={key} /> },
  ]
}
