import type { TFunction } from 'i18next'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import type { Widget } from '../widgets/Widgets.js'
import { DeadLetters } from './DeadLetters.js'
import { queueTitle } from './figures.js'
import { History } from './History.js'
import { JobList } from './JobList.js'
import { QueueActions } from './QueueActions.js'
import { WaitingUsers } from './WaitingUsers.js'
import { Workers } from './Workers.js'
import './queue-detail.css'

/** All of one queue: who works and who waits, what went wrong, what can be done with it, and how it was before. */
export function detailWidgets(t: TFunction, queue: QueueHealth): Widget[] {
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
