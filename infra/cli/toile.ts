import { runCommandLine } from './command-line.js'

// npm run toile -- COMMAND [OPTIONS]: variables missing in the environment come from the last `npm start`.

process.exitCode = await runCommandLine(process.argv.slice(2))
