import { runProcess } from '@toile/runtime/process'
import { startRealtime } from './realtime.js'

await runProcess('realtime', ['secret'], startRealtime)
