import { useTranslation } from 'react-i18next'
import type { QueueHealth } from '@toile/contracts/queues'
import { DeadLetters } from './DeadLetters.js'
import { queueTitle } from './figures.js'
import { History } from './History.js'
import { JobList } from './JobList.js'
import { QueueDeeds } from './QueueDeeds.js'
import { WaitingPeople } from './WaitingPeople.js'
import { Workers } from './Workers.js'
import './queue-detail.css'

/** All of one queue: what can be done with it, who works and who waits, what went wrong, and how it was before. */
export function QueueDetail({ queue }: { queue: QueueHealth }) {
  const { t } = useTranslation()
  return (
    <section className="queue-detail" aria-label={queueTitle(t, queue.name)}>
      <header className="queue-detail-head">
        <h2>{queueTitle(t, queue.name)}</h2>
        <QueueDeeds queue={queue} />
      </header>
      <Workers queue={queue} />
      <WaitingPeople queue={queue} />
      <DeadLetters queue={queue} />
      <JobList queue={queue} />
      <History name={queue.name} />
    </section>
  )
}
