export interface QueueState {
  waiting: number
  slots: number
  slotsPerWorker: number
  arrivalsPerSecond: number
  /** Average seconds per job of the last hour. Undefined if no job ended in that hour. */
  runSeconds: number | undefined
  targetSeconds: number
}

/**
 * By Little's law, L = λW (J. D. C. Little, "A Proof for the Queuing Formula: L = λW", Operations Research 9, 1961),
 * jobs that arrive at λ per second and take S seconds each keep λS slots busy on average. A queue of N jobs empties
 * within the target T with N·S / T further slots. So λS + N·S / T slots are needed. With c slots, the queue is empty
 * after N / (c/S − λ) seconds (null if the queue does not shrink).
 */
export function forecast(state: QueueState): { secondsToEmpty: number | null; workersToAdd: number } {
  const { waiting, slots, slotsPerWorker, arrivalsPerSecond, runSeconds, targetSeconds } = state
  if (waiting === 0) return { secondsToEmpty: 0, workersToAdd: 0 }
  // If there is no worker, at least one is needed, even if the run time is unknown.
  const leastWorkers = slots === 0 ? 1 : 0
  if (!runSeconds) return { secondsToEmpty: null, workersToAdd: leastWorkers }
  const surplus = slots / runSeconds - arrivalsPerSecond
  const needed = arrivalsPerSecond * runSeconds + (waiting * runSeconds) / targetSeconds
  const missing = Math.max(0, needed - slots)
  return {
    secondsToEmpty: surplus > 0 ? waiting / surplus : null,
    workersToAdd: Math.max(leastWorkers, Math.ceil(missing / Math.max(1, slotsPerWorker))),
  }
}
