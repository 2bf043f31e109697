import { runProcess } from '@toile/runtime/process'
import { startRelay } from './relay.js'

await runProcess('relay', ['storage'], startRelay)
