import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import type { QueueHealth } from '@toile/contracts/queues'
import { officePaths } from '../office-paths.js'
import { Link } from '../../../router.js'
import { formatNumber } from '../../../ui/format.js'
import { isLate, isWaiting, queueTitle, time } from './figures.js'

/** One row a queue; the row leads to all of it. */
export function QueueTable({ queues, open }: { queues: readonly QueueHealth[]; open: string | undefined }) {
  const { t } = useTranslation()
  return (
    <table className="office-table queue-table">
      <caption className="visually-hidden">{t('queues.title')}</caption>
      <thead>
        <tr>
          <th scope="col" rowSpan={2}>
            {t('queues.column.queue')}
          </th>
          <th scope="col" rowSpan={2} data-number>
            {t('queues.column.waiting')}
          </th>
          <th scope="col" rowSpan={2} data-number>
            {t('queues.column.oldest')}
          </th>
          <th scope="col" rowSpan={2} data-number>
            {t('queues.column.emptyIn')}
          </th>
          <th scope="col" rowSpan={2} data-number>
            {t('queues.column.running')}
          </th>
          <th scope="col" rowSpan={2} data-number>
            {t('queues.column.dead')}
          </th>
          <th scope="colgroup" colSpan={3} data-group>
            {t('queues.column.perMinute')}
          </th>
          <th scope="colgroup" colSpan={2} data-group>
            {t('queues.column.times')}
          </th>
          <th scope="col" rowSpan={2} data-number>
            {t('queues.column.workers')}
          </th>
        </tr>
        <tr>
          {(['arrived', 'completed', 'failed', 'wait', 'run'] as const).map((column) => (
            <th key={column} scope="col" data-number>
              {t(`queues.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {queues.map((queue) => (
          <Row key={queue.name} queue={queue} isOpen={queue.name === open} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ queue, isOpen }: { queue: QueueHealth; isOpen: boolean }) {
  const { t } = useTranslation()
  const { counts, waiting, people, oldestWaitingSeconds, targetSeconds, secondsToEmpty, workers, workersToAdd } = queue
  return (
    <tr className="queue-row" data-queue={queue.name} data-late={isLate(queue)} data-open={isOpen}>
      <th scope="row">
        <Link
          to={officePaths.queues({ queue: isOpen ? undefined : queue.name })}
          preventScrollReset
          aria-expanded={isOpen}
        >
          {queueTitle(t, queue.name)}
        </Link>
        {queue.paused && <span className="queue-paused">{t('queues.paused')}</span>}
      </th>
      <td data-number>
        <Quiet value={waiting} />
        {people > 0 && <small>{t('queues.people', { count: people })}</small>}
      </td>
      <td data-number data-column="oldest">
        {oldestWaitingSeconds === null ? <None /> : time(t, oldestWaitingSeconds)}
        <small>{t('queues.target', { time: time(t, targetSeconds) })}</small>
      </td>
      <td data-number>
        {!isWaiting(queue) ? <None /> : secondsToEmpty === null ? t('queues.never') : time(t, secondsToEmpty)}
      </td>
      <td data-number>
        <Quiet value={counts.active} />
        {queue.slots > 0 && <small>{t('queues.ofSlots', { slots: queue.slots })}</small>}
      </td>
      <td data-number data-column="dead" data-some={counts.failed > 0}>
        <Quiet value={counts.failed} />
        {counts.delayed > 0 && <small>{t('queues.later', { count: counts.delayed })}</small>}
      </td>
      {([queue.arrivalsPerMinute, queue.completionsPerMinute, queue.failuresPerMinute] as const).map((count, at) => (
        <td key={at} data-number>
          <Quiet value={count} />
        </td>
      ))}
      <td data-number>{spreadWords(t, queue.wait)}</td>
      <td data-number>{spreadWords(t, queue.run)}</td>
      <td data-number data-column="workers">
        <span data-none={workers === 0}>{formatNumber(workers)}</span>
        {isWaiting(queue) && workersToAdd > 0 && (
          <small className="queue-add">{t('queues.add', { count: workersToAdd })}</small>
        )}
      </td>
    </tr>
  )
}

const None = () => <span className="muted">–</span>

/** Nothing to see is quiet, so that the eye finds what is there. */
function Quiet({ value }: { value: number }) {
  return <span className={value === 0 ? 'muted' : undefined}>{formatNumber(value)}</span>
}

function spreadWords(t: TFunction, spread: QueueHealth['wait']) {
  if (!spread) return <None />
  return (
    <>
      {time(t, spread.p50)}
      <small>{time(t, spread.p95)}</small>
    </>
  )
}
