import type { RunningToile } from './toile.js'

const { stdout } = process
let statusLine = ''

// The terminal may be closed while Toile runs. Without a listener, the write error would then end Toile.
stdout.on('error', () => {})

export function say(line: string): void {
  if (stdout.isTTY && statusLine) stdout.write('\r\x1b[2K')
  stdout.write(`${line}\n`)
  if (stdout.isTTY) stdout.write(statusLine)
}

/** Updates the status line every second; without a terminal, prints a line when it changes. */
export function showStatus(toile: RunningToile, ending: AbortSignal): void {
  let shown = ''
  const timer = setInterval(() => {
    // Bare names, so that the processes fit into 80 columns.
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
