import { runProcess } from '@toile/runtime/process'
import { openQueueWorker } from './analytics-worker.js'

await runProcess('worker-analytics', ['storage'], openQueueWorker)
