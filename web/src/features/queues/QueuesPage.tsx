import { useTranslation } from 'react-i18next'
import { useSearchParams } from '../../router.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { time } from './figures.js'
import { QueueTable } from './QueueTable.js'
import { useQueues } from './use-queues.js'
import { Verdict } from './Verdict.js'
import './queues.css'

/** Queue health: whether people wait and what to do, then one row a queue, then all of one. */
export function QueuesPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const { list, queues, ageSeconds, isStale } = useQueues()
  const name = search.get('queue') ?? undefined
  return (
    <div className="queues" data-stale={isStale}>
      <div className="queues-head">
        <PageHeading title={t('queues.title')} />
        {queues && queues.length > 0 && (
          <p className="queues-age tabular" data-stale={isStale}>
            {isStale ? t('queues.stale', { time: time(t, ageSeconds) }) : t('queues.live')}
          </p>
        )}
      </div>
      {list.isError && !queues && (
        <LoadFailed text={t('queues.failed')} reason={list.error.message} retry={() => void list.refetch()} />
      )}
      {!queues && !list.isError && <Skeleton height={420} />}
      {queues?.length === 0 && <Notice text={t('queues.notMeasured')} />}
      {queues && queues.length > 0 && (
        <>
          {isStale ? <p className="verdict verdict-stale">{t('queues.staleMeans')}</p> : <Verdict queues={queues} />}
          <QueueTable queues={queues} open={name} />
        </>
      )}
    </div>
  )
}
