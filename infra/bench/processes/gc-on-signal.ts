import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded into every process of a soak: SIGUSR2 collects all garbage, so that the heap then holds only what is in use.

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
process.on('SIGUSR2', () => collect())
