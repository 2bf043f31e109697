import { runCommandLine } from './command-line.js'

// npm run toile -- COMMAND [OPTIONS]: for the system in the environment or that of the last `npm start`.

process.exitCode = await runCommandLine(process.argv.slice(2))
