import { runCommandLine } from './command-line.js'

// npm run toile -- <command> [options]: the command line for operators, against the system that the environment names
// or that the last `npm start` on this data folder runs.

process.exitCode = await runCommandLine(process.argv.slice(2))
