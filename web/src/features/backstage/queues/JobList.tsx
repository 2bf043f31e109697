import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueueHealth, queueRoutes } from '@toile/contracts/queues'
import { jobStates, type JobState } from '@toile/contracts/queues.constants'
import { ask } from '../../../api.js'
import { officePaths } from '../office-paths.js'
import { Link } from '../../../router.js'
import { Button } from '../../../ui/Button.js'
import { formatNumber, formatTime } from '../../../ui/format.js'
import { Choices } from '../Choices.js'

const PAGE_SIZE = 10
const ASK_EVERY_MS = 5_000

/** Jobs of a queue by state, a page at a time. */
export function JobList({ queue: { name, counts } }: { queue: QueueHealth }) {
  const { t } = useTranslation()
  const [state, setState] = useState<JobState>('waiting')
  const [page, setPage] = useState(1)
  const { data } = useQuery({
    queryKey: ['backstage', 'jobs', name, state, page],
    queryFn: ({ signal }) =>
      ask<typeof queueRoutes.listJobs>(
        'GET',
        `/backstage/queues/${name}/jobs`,
        { state, page, pageSize: PAGE_SIZE },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
  })
  return (
    <>
      <Choices
        label={t('queues.jobs.states')}
        values={jobStates}
        value={state}
        choose={(one) => {
          setState(one)
          setPage(1)
        }}
      >
        {(one) => (
          <>
            {t(`queues.jobs.state.${one}`)} <span className="muted tabular">{formatNumber(counts[one])}</span>
          </>
        )}
      </Choices>
      {data?.items.length === 0 && <p className="muted">{t('queues.jobs.none')}</p>}
      {data && data.items.length > 0 && (
        <table className="office-table">
          <caption className="visually-hidden">{t('queues.jobs.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('queues.jobs.job')}</th>
              <th scope="col">{t('queues.jobs.subject')}</th>
              <th scope="col">{t('queues.waiting.person')}</th>
              <th scope="col">{t('queues.jobs.created')}</th>
              <th scope="col" data-number>
                {t('queues.jobs.tries')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((job) => (
              <tr key={job.id}>
                <td>
                  <Link to={officePaths.queues({ queue: name, job: job.id })} preventScrollReset>
                    {job.name}
                  </Link>
                </td>
                <td>{job.subject?.title || '–'}</td>
                <td>{job.subject?.userName || '–'}</td>
                <td>{formatTime(job.createdAt)}</td>
                <td data-number>{t('queues.jobs.triesOf', { tries: job.tries, most: job.maxTries })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && data.total > PAGE_SIZE && (
        <div className="office-more">
          <Button className="button-small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('queues.jobs.before')}
          </Button>
          <Button className="button-small" disabled={page * PAGE_SIZE >= data.total} onClick={() => setPage(page + 1)}>
            {t('queues.jobs.next')}
          </Button>
          <span className="muted tabular">{t('queues.inAll', { total: formatNumber(data.total) })}</span>
        </div>
      )}
    </>
  )
}
