import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Each Node process of a soak loads this file. On SIGUSR2, it collects all garbage, so only what is in use stays.

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
process.on('SIGUSR2', () => collect())
