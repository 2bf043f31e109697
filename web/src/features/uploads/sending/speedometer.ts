/**
 * The speed is an average over this time. Over a shorter time, the speed would jump. Over a longer time, it would adapt
 * late to new networks.
 */
const WINDOW_MS = 5_000

export function createSpeedometer(now = () => performance.now()) {
  const samples: { atMs: number; bytes: number }[] = []
  return (sentBytes: number, totalBytes: number): { bytesPerSecond: number; secondsLeft: number | undefined } => {
    const atMs = now()
    samples.push({ atMs, bytes: sentBytes })
    while (samples.length > 2 && atMs - samples[0]!.atMs > WINDOW_MS) samples.shift()
    const first = samples[0]!
    const elapsedMs = atMs - first.atMs
    // Under half a second is too short to measure.
    if (elapsedMs < 500 || sentBytes <= first.bytes) return { bytesPerSecond: 0, secondsLeft: undefined }
    const bytesPerSecond = ((sentBytes - first.bytes) * 1_000) / elapsedMs
    return { bytesPerSecond, secondsLeft: Math.ceil((totalBytes - sentBytes) / bytesPerSecond) }
  }
}
