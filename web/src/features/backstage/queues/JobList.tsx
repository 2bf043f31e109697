import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Segmented from 'antd/es/segmented'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import { jobStates, type JobState } from '@toile/contracts/queues/queues.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { backstagePaths } from '../backstage-paths.js'
import { Link } from '../../../lib/router.js'
import { Button } from '../../../ui/Button.js'
import { formatNumber, formatTime } from '../../../ui/format.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { Table } from '../table/Table.js'

const PAGE_SIZE = 10
const ASK_EVERY_MS = 5_000

export function JobList({ queue: { name, counts } }: { queue: QueueHealth }) {
  const { t } = useTranslation()
  const [state, setState] = useState<JobState>('waiting')
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: ['backstage', 'jobs', name, state, page],
    queryFn: ({ signal }) => backstageApi.listJobs({ name, state, page, pageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
  })
  return (
    <>
      <Segmented
        className="backstage-segmented"
        size="small"
        aria-label={t('backstage:columns.state')}
        options={jobStates.map((one) => ({
          value: one,
          label: (
            <>
              {t(`backstage:queues.jobs.state.${one}`)}{' '}
              <span className="muted tabular">{formatNumber(counts[one])}</span>
            </>
          ),
        }))}
        value={state}
        onChange={(one) => {
          setState(one)
          setPage(1)
        }}
      />
      {error && !data && <LoadFailed text={t('backstage:queues.partFailed')} of={{ error, refetch }} />}
      {!error && !data && <Skeleton height={80} />}
      {data?.items.length === 0 && <p className="muted">{t('backstage:queues.jobs.none')}</p>}
      {data && data.items.length > 0 && (
        <Table
          label={t('backstage:queues.jobs.title')}
          rows={data.items}
          keyOf={({ id }) => id}
          columns={[
            {
              name: 'job',
              label: t('backstage:queues.jobs.job'),
              cell: (job) => (
                <Link to={backstagePaths.queues({ queue: name, job: job.id })} preventScrollReset>
                  {job.name}
                </Link>
              ),
            },
            {
              name: 'subject',
              label: t('backstage:columns.subject'),
              cell: ({ subject }) => subject?.title || '–',
            },
            {
              name: 'person',
              label: t('backstage:columns.user'),
              cell: ({ subject }) => subject?.userName || '–',
            },
            {
              name: 'created',
              label: t('backstage:queues.jobs.created'),
              cell: ({ createdAt }) => formatTime(createdAt),
            },
            {
              name: 'tries',
              label: t('backstage:queues.jobs.tries'),
              number: true,
              cell: ({ tries, maxTries }) => t('backstage:queues.jobs.triesOf', { tries, most: maxTries }),
            },
          ]}
        />
      )}
      {data && data.total > PAGE_SIZE && (
        <div className="backstage-more">
          <Button className="button-small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('backstage:queues.jobs.before')}
          </Button>
          <Button className="button-small" disabled={page * PAGE_SIZE >= data.total} onClick={() => setPage(page + 1)}>
            {t('backstage:queues.jobs.next')}
          </Button>
          <span className="muted tabular">{t('backstage:queues.inAll', { total: formatNumber(data.total) })}</span>
        </div>
      )}
    </>
  )
}
