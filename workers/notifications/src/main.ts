import { runProcess } from '@toile/runtime/process'
import { openQueueWorker } from './notifications-worker.js'

await runProcess('worker-notifications', ['mail'], openQueueWorker)
