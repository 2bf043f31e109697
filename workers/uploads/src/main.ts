import { openQueueWorker } from './uploads-worker.js'
import { runProcess } from '@toile/runtime/process'

await runProcess('worker-uploads', ['storage'], openQueueWorker)
