import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import { isLate, isWaiting, queueTitle, formatDuration } from './figures.js'

export function QueueSummary({ queues }: { queues: readonly QueueHealth[] }) {
  const { t } = useTranslation()
  const waiting = queues.filter(isWaiting).sort((a, b) => Number(isLate(b)) - Number(isLate(a)) || b.people - a.people)
  const failing = queues.filter(({ failuresPerMinute }) => failuresPerMinute > 0)
  return (
    <div className="verdict" role="status" data-waiting={waiting.length > 0}>
      {waiting.length === 0 && <p className="verdict-main">{t('backstage:queues.verdict.nobody')}</p>}
      {waiting.map((queue) => (
        <p key={queue.name} className="verdict-main" data-late={isLate(queue) || queue.workers === 0}>
          {sentence(t, queue)}
        </p>
      ))}
      {failing.map((queue) => (
        <p key={queue.name} className="verdict-more">
          {t('backstage:queues.verdict.failing', { count: queue.failuresPerMinute, queue: queueTitle(t, queue.name) })}
        </p>
      ))}
    </div>
  )
}

function sentence(t: TFunction, queue: QueueHealth): string {
  const { people, waiting, oldestWaitingSeconds, workers, workersToAdd, paused, secondsToEmpty } = queue
  const of = { queue: queueTitle(t, queue.name), age: formatDuration(t, oldestWaitingSeconds ?? 0) }
  const who =
    people > 0
      ? t('backstage:queues.verdict.people', { count: people, ...of })
      : t('backstage:queues.verdict.jobs', { count: waiting, ...of })
  if (paused) return who + t('backstage:queues.verdict.paused')
  if (workers === 0) return who + t('backstage:queues.verdict.noWorker', { count: Math.max(1, workersToAdd) })
  if (workersToAdd > 0) return who + t('backstage:queues.verdict.add', { count: workersToAdd })
  if (secondsToEmpty !== null)
    return who + t('backstage:queues.verdict.soon', { time: formatDuration(t, secondsToEmpty) })
  return who + t('backstage:queues.verdict.wait')
}
