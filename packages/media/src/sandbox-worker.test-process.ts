import { runIsolated } from './sandbox.js'

// What sandbox-trespass.test.ts starts as an ordinary user: a worker whose one job is in its arguments.
const run = JSON.parse(process.argv[2]!) as Parameters<typeof runIsolated>[0]
console.log(JSON.stringify(await runIsolated(run)))
