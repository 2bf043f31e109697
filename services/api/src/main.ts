import { runProcess } from '@toile/runtime/process'
import { startApi } from './api.js'

await runProcess('api', ['secret', 'storage', 'social'], startApi)
