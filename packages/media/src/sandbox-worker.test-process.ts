import { runIsolated } from './sandbox.js'

const run = JSON.parse(process.argv[2]!) as Parameters<typeof runIsolated>[0]
console.log(JSON.stringify(await runIsolated(run)))
