import type { RunningToile } from './toile.js'

// What the person at the terminal sees: lines that stay, and below them one status line that is written over.

const { stdout } = process
let statusLine = ''

// The terminal may be closed while we still run.
stdout.on('error', () => {})

/** Prints a line that stays. */
export function say(line: string): void {
  if (stdout.isTTY && statusLine) stdout.write('\r\x1b[2K')
  stdout.write(`${line}\n`)
  if (stdout.isTTY) stdout.write(statusLine)
}

/** Keeps one line on how everything is, every second; where there is no terminal, a line whenever it changes. */
export function showStatus(toile: RunningToile, ending: AbortSignal): void {
  let shown = ''
  const timer = setInterval(() => {
    // What runs by its bare name: six processes have to fit into 80 columns.
    const running = toile.programs.filter((program) => program.state() === 'ready').map(({ name }) => name)
    const others = toile.programs.filter((program) => program.state() !== 'ready')
    const line = [
      `running: ${running.join(' ')}`,
      ...others.map((program) => `${program.name} ${program.state()}`),
      ...toile.tools.installing().map((name) => `${name} is being installed`),
    ].join(' · ')
    if (line === shown) return
    shown = line
    if (!stdout.isTTY) return say(line)
    statusLine = line.slice(0, stdout.columns - 1)
    stdout.write(`\r\x1b[2K${statusLine}`)
  }, 1_000)
  ending.addEventListener('abort', () => {
    clearInterval(timer)
    statusLine = ''
  })
}
