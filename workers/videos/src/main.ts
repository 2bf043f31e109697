import { runProcess } from '@toile/runtime/process'
import { openQueueWorker } from './videos-worker.js'

await runProcess('worker-videos', ['storage'], openQueueWorker)
