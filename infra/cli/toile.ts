import { runCommandLine } from './command-line.js'

// npm run toile -- COMMAND [OPTIONS]: uses the system set in the environment, or else that of the last `npm start`.

process.exitCode = await runCommandLine(process.argv.slice(2))
