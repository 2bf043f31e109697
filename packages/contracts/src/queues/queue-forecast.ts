export interface QueueState {
  /** Jobs that wait. */
  waiting: number
  /** Jobs that all workers together do at a time. */
  slots: number
  /** Of these, what one more worker would add. */
  slotsPerWorker: number
  arrivalsPerSecond: number
  /** What one job takes a worker; undefined while nothing is known. */
  runSeconds: number | undefined
  targetSeconds: number
}

/**
 * When the line will be gone at the present pace, and how many workers more would keep everybody's wait below the
 * target. By Little's law, L = λW (J. D. C. Little, "A Proof for the Queuing Formula: L = λW", Operations Research 9,
 * 1961): jobs that arrive λ a second and take S seconds each keep λS slots busy on average. A line of N is gone within
 * the target T by N·S / T slots more. So c = λS + N·S / T slots are needed; the line is gone after N / (c/S − λ).
 * `secondsToEmpty` is null when it does not get shorter, 0 when nothing waits.
 */
export function forecast(state: QueueState): { secondsToEmpty: number | null; workersToAdd: number } {
  const { waiting, slots, slotsPerWorker, arrivalsPerSecond, runSeconds, targetSeconds } = state
  if (waiting === 0) return { secondsToEmpty: 0, workersToAdd: 0 }
  // Without any worker one is needed, whatever a job takes; what it takes shows then.
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
