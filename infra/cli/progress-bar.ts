const BAR_WIDTH = 24
/** The speed is that of the last so many milliseconds: it forgets a stall soon, and does not jump about. */
const WINDOW_MS = 5_000

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

/** Tells how far some bytes have come: bar, percent, MB, MB/s and time left. Call it again and again with the present count. */
export function createProgressBar(totalBytes: number): (bytes: number, nowMs?: number) => string {
  let samples: { bytes: number; atMs: number }[] = []
  return (bytes, nowMs = performance.now()) => {
    // After an interruption it goes on from what the server has, which may be less than what was sent.
    if (bytes < (samples.at(-1)?.bytes ?? 0)) samples = []
    samples = [...samples.filter(({ atMs }) => atMs > nowMs - WINDOW_MS), { bytes, atMs: nowMs }]
    const { bytes: before, atMs: since } = samples[0]!
    const bytesPerSecond = nowMs > since ? ((bytes - before) * 1_000) / (nowMs - since) : 0
    const share = totalBytes === 0 ? 1 : bytes / totalBytes
    const bar = '#'.repeat(Math.floor(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '-')
    const percent = String(Math.floor(share * 100)).padStart(3)
    const left = bytesPerSecond > 0 ? `${duration((totalBytes - bytes) / bytesPerSecond)} left` : ''
    return `[${bar}] ${percent} %  ${megabytes(bytes)} of ${megabytes(totalBytes)} MB  ${megabytes(bytesPerSecond)} MB/s  ${left}`.trim()
  }
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
