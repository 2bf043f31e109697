import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import { backstageApi } from '../../../lib/backstage-api.js'
import { paths } from '../../../lib/paths.js'
import { Link } from '../../../lib/router.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { WorkLink } from '../../works/WorkLink.js'
import { ActionButton } from '../actions/ActionButton.js'
import { Table } from '../table/Table.js'
import { queueTitle, formatDuration } from './figures.js'

const ASK_EVERY_MS = 5_000

export function WaitingUsers({ queue }: { queue: QueueHealth }) {
  const { t } = useTranslation()
  const { name } = queue
  const isAny = queue.waiting + queue.counts.delayed > 0
  const { data, error, refetch } = useQuery({
    queryKey: ['backstage', 'waiting', name],
    queryFn: ({ signal }) => backstageApi.listWaiting({ name }, { signal }),
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
    enabled: isAny,
  })
  if (!isAny) return <p className="muted">{t('backstage:queues.waiting.none')}</p>
  if (error && !data) return <LoadFailed text={t('backstage:queues.partFailed')} of={{ error, refetch }} />
  if (!data) return <Skeleton height={80} />
  if (data.items.length === 0) return <p className="muted">{t('backstage:queues.waiting.none')}</p>
  return (
    <Table
      label={t('backstage:queues.waiting.title')}
      rows={data.items}
      keyOf={({ userId }) => userId ?? ''}
      columns={[
        {
          name: 'person',
          label: t('backstage:columns.user'),
          cell: ({ userId, userName }) =>
            userId ? <Link to={paths.creator(userId)}>{userName}</Link> : t('backstage:queues.waiting.nobody'),
        },
        { name: 'jobs', label: t('backstage:queues.jobs.title'), number: true, cell: ({ jobs }) => jobs },
        {
          name: 'oldest',
          label: t('backstage:queues.column.oldest'),
          number: true,
          cell: ({ oldestSeconds }) => formatDuration(t, oldestSeconds),
        },
        {
          name: 'works',
          label: t('backstage:queues.waiting.works'),
          cell: ({ works }) =>
            works.map(({ id, title }, at) => (
              <span key={at}>
                {at > 0 && ', '}
                <WorkLink id={id} title={title} />
              </span>
            )),
        },
        {
          name: 'actions',
          label: t('backstage:columns.actions'),
          isUnseen: true,
          number: true,
          cell: ({ userId, userName, jobs }) =>
            userId && (
              <ActionButton
                label={t('backstage:queues.waiting.stop')}
                consequence={t('backstage:queues.waiting.stopMeans', {
                  name: userName,
                  queue: queueTitle(t, name),
                  count: jobs,
                })}
                action={(reason) => backstageApi.stopJobsOfUser({ name, userId }, { reason })}
              />
            ),
        },
      ]}
    />
  )
}
