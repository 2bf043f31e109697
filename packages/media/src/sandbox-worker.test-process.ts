import { runIsolated } from './sandbox.js'

// A worker for sandbox-trespass.test.ts, started as an ordinary user; its only job is in its arguments.
const run = JSON.parse(process.argv[2]!) as Parameters<typeof runIsolated>[0]
console.log(JSON.stringify(await runIsolated(run)))
