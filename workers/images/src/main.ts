import { runProcess } from '@toile/runtime/process'
import { openQueueWorker } from './images-worker.js'

await runProcess('worker-images', ['storage'], openQueueWorker)
