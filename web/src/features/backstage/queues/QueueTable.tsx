import { useTranslation } from 'react-i18next'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import { backstagePaths } from '../backstage-paths.js'
import { Link } from '../../../lib/router.js'
import { formatNumber } from '../../../ui/format.js'
import { Table } from '../table/Table.js'
import { isLate, isWaiting, queueTitle, formatDuration } from './figures.js'

/** One row a queue; the row leads to all of it. */
export function QueueTable({ queues, open }: { queues: readonly QueueHealth[]; open: string | undefined }) {
  const { t } = useTranslation()
  const isOpen = ({ name }: QueueHealth) => name === open
  return (
    <Table
      className="queue-table"
      label={t('queues.title')}
      rows={queues}
      keyOf={({ name }) => name}
      markOf={(queue) => ({
        'data-queue': queue.name,
        'data-late': isLate(queue),
        'data-open': isOpen(queue),
      })}
      columns={[
        {
          name: 'queue',
          label: t('queues.column.queue'),
          isHead: true,
          cell: (queue) => (
            <>
              <Link
                to={backstagePaths.queues({ queue: isOpen(queue) ? undefined : queue.name })}
                preventScrollReset
                aria-expanded={isOpen(queue)}
              >
                {queueTitle(t, queue.name)}
              </Link>
              {queue.paused && <span className="queue-paused">{t('queues.paused')}</span>}
            </>
          ),
        },
        {
          name: 'waiting',
          label: t('queues.column.waiting'),
          number: true,
          cell: ({ waiting, people }) => (
            <>
              <Quiet value={waiting} />
              {people > 0 && <small>{t('queues.people', { count: people })}</small>}
            </>
          ),
        },
        {
          name: 'oldest',
          label: t('queues.column.oldest'),
          number: true,
          cell: ({ oldestWaitingSeconds, targetSeconds }) => (
            <>
              {oldestWaitingSeconds === null ? <None /> : formatDuration(t, oldestWaitingSeconds)}
              <small>{t('queues.target', { time: formatDuration(t, targetSeconds) })}</small>
            </>
          ),
        },
        {
          name: 'emptyIn',
          label: t('queues.column.emptyIn'),
          number: true,
          cell: (queue) =>
            !isWaiting(queue) ? (
              <None />
            ) : queue.secondsToEmpty === null ? (
              t('queues.never')
            ) : (
              formatDuration(t, queue.secondsToEmpty)
            ),
        },
        {
          name: 'running',
          label: t('queues.column.running'),
          number: true,
          cell: ({ counts, slots }) => (
            <>
              <Quiet value={counts.active} />
              {slots > 0 && <small>{t('queues.ofSlots', { slots })}</small>}
            </>
          ),
        },
        {
          name: 'dead',
          label: t('queues.column.dead'),
          number: true,
          cell: ({ counts }) => (
            <>
              <Quiet value={counts.failed} />
              {counts.delayed > 0 && <small>{t('queues.later', { count: counts.delayed })}</small>}
            </>
          ),
        },
        {
          name: 'arrived',
          label: t('queues.column.arrived'),
          group: t('queues.column.perMinute'),
          number: true,
          cell: ({ arrivalsPerMinute }) => <Quiet value={arrivalsPerMinute} />,
        },
        {
          name: 'completed',
          label: t('queues.column.completed'),
          group: t('queues.column.perMinute'),
          number: true,
          cell: ({ completionsPerMinute }) => <Quiet value={completionsPerMinute} />,
        },
        {
          name: 'failed',
          label: t('queues.column.failed'),
          group: t('queues.column.perMinute'),
          number: true,
          cell: ({ failuresPerMinute }) => <Quiet value={failuresPerMinute} />,
        },
        {
          name: 'wait',
          label: t('queues.column.wait'),
          group: t('queues.column.times'),
          number: true,
          cell: ({ wait }) => <Spread of={wait} />,
        },
        {
          name: 'run',
          label: t('queues.column.run'),
          group: t('queues.column.times'),
          number: true,
          cell: ({ run }) => <Spread of={run} />,
        },
        {
          name: 'workers',
          label: t('queues.column.workers'),
          number: true,
          cell: (queue) => (
            <>
              <span data-none={queue.workers === 0}>{formatNumber(queue.workers)}</span>
              {isWaiting(queue) && queue.workersToAdd > 0 && (
                <small className="queue-add">{t('queues.add', { count: queue.workersToAdd })}</small>
              )}
            </>
          ),
        },
      ]}
    />
  )
}

const None = () => <span className="muted">–</span>

/** Nothing to see is quiet, so that the eye finds what is there. */
function Quiet({ value }: { value: number }) {
  return <span className={value === 0 ? 'muted' : undefined}>{formatNumber(value)}</span>
}

function Spread({ of }: { of: QueueHealth['wait'] }) {
  const { t } = useTranslation()
  if (!of) return <None />
  return (
    <>
      {formatDuration(t, of.p50)}
      <small>{formatDuration(t, of.p95)}</small>
    </>
  )
}
