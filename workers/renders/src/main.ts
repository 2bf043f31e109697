import { openQueueWorker } from './renders-worker.js'
import { runProcess } from '@toile/runtime/process'

await runProcess('worker-renders', ['storage'], openQueueWorker)
