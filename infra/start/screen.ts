import { createScreen } from '../cli/screen.js'
import type { RunningToile } from './toile.js'

// The terminal may be closed while Toile runs. Without a listener, the write error would then end Toile.
process.stdout.on('error', () => {})

const screen = createScreen()
export const say = screen.line

/** Checks the status every second. A changed status replaces the status line or, without a terminal, is a new line. */
export function showStatus(toile: RunningToile, ending: AbortSignal): void {
  let shown = ''
  const timer = setInterval(() => {
    // Terminals cut the line, so ready processes come last and are shown by name alone.
    const running = toile.programs.filter((program) => program.state() === 'ready').map(({ name }) => name)
    const others = toile.programs.filter((program) => program.state() !== 'ready')
    const line = [
      ...others.map((program) => `${program.name} ${program.state()}`),
      ...toile.tools.installing().map((name) => `${name} is being installed`),
      `running: ${running.join(' ')}`,
    ].join(' · ')
    if (line === shown) return
    shown = line
    screen.status(line, true)
  }, 1_000)
  ending.addEventListener('abort', () => {
    clearInterval(timer)
    screen.status('')
  })
}
