import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded into every process of a soak: on SIGUSR2 it collects all garbage, so that what its heap then holds is in use.

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
process.on('SIGUSR2', () => collect())
