import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Every process of a soak loads this file. On SIGUSR2, all garbage is collected, so that the heap shows what is in use.

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
process.on('SIGUSR2', () => collect())
