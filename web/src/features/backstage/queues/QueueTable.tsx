import { useTranslation } from 'react-i18next'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import { backstagePaths } from '../backstage-paths.js'
import { Link } from '../../../lib/router.js'
import { formatNumber } from '../../../ui/format.js'
import { Table } from '../table/Table.js'
import { isLate, isWaiting, queueTitle, formatDuration } from './figures.js'

export function QueueTable({ queues, open }: { queues: readonly QueueHealth[]; open: string | undefined }) {
  const { t } = useTranslation()
  const isOpen = ({ name }: QueueHealth) => name === open
  return (
    <Table
      className="queue-table"
      label={t('backstage:queues.title')}
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
          label: t('backstage:queues.column.queue'),
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
              {queue.paused && <span className="queue-paused">{t('backstage:queues.paused')}</span>}
            </>
          ),
        },
        {
          name: 'waiting',
          label: t('backstage:queues.column.waiting'),
          number: true,
          cell: ({ waiting, people }) => (
            <>
              <Quiet value={waiting} />
              {people > 0 && <small>{t('backstage:queues.people', { count: people })}</small>}
            </>
          ),
        },
        {
          name: 'oldest',
          label: t('backstage:queues.column.oldest'),
          number: true,
          cell: ({ oldestWaitingSeconds, targetSeconds }) => (
            <>
              {oldestWaitingSeconds === null ? <None /> : formatDuration(t, oldestWaitingSeconds)}
              <small>{t('backstage:queues.target', { time: formatDuration(t, targetSeconds) })}</small>
            </>
          ),
        },
        {
          name: 'emptyIn',
          label: t('backstage:queues.column.emptyIn'),
          number: true,
          cell: (queue) =>
            !isWaiting(queue) ? (
              <None />
            ) : queue.secondsToEmpty === null ? (
              t('backstage:queues.never')
            ) : (
              formatDuration(t, queue.secondsToEmpty)
            ),
        },
        {
          name: 'running',
          label: t('backstage:queues.column.running'),
          number: true,
          cell: ({ counts, slots }) => (
            <>
              <Quiet value={counts.active} />
              {slots > 0 && <small>{t('backstage:queues.ofSlots', { count: slots })}</small>}
            </>
          ),
        },
        {
          name: 'dead',
          label: t('backstage:queues.column.dead'),
          number: true,
          cell: ({ counts }) => (
            <>
              <Quiet value={counts.failed} />
              {counts.delayed > 0 && <small>{t('backstage:queues.later', { count: counts.delayed })}</small>}
            </>
          ),
        },
        {
          name: 'arrived',
          label: t('backstage:queues.column.arrived'),
          group: t('backstage:queues.column.perMinute'),
          number: true,
          cell: ({ arrivalsPerMinute }) => <Quiet value={arrivalsPerMinute} />,
        },
        {
          name: 'completed',
          label: t('backstage:queues.column.completed'),
          group: t('backstage:queues.column.perMinute'),
          number: true,
          cell: ({ completionsPerMinute }) => <Quiet value={completionsPerMinute} />,
        },
        {
          name: 'failed',
          label: t('backstage:queues.column.failed'),
          group: t('backstage:queues.column.perMinute'),
          number: true,
          cell: ({ failuresPerMinute }) => <Quiet value={failuresPerMinute} />,
        },
        {
          name: 'wait',
          label: t('backstage:queues.column.wait'),
          group: t('backstage:queues.column.times'),
          number: true,
          cell: ({ wait }) => <Spread of={wait} />,
        },
        {
          name: 'run',
          label: t('backstage:queues.column.run'),
          group: t('backstage:queues.column.times'),
          number: true,
          cell: ({ run }) => <Spread of={run} />,
        },
        {
          name: 'workers',
          label: t('backstage:queues.workers.title'),
          number: true,
          cell: (queue) => (
            <>
              <span data-none={queue.workers === 0}>{formatNumber(queue.workers)}</span>
              {isWaiting(queue) && queue.workersToAdd > 0 && (
                <small className="queue-add">{t('backstage:queues.add', { count: queue.workersToAdd })}</small>
              )}
            </>
          ),
        },
      ]}
    />
  )
}

const None = () => <span className="muted">–</span>

/** Mutes zeros, so that other numbers stand out. */
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
