/** A job throws this to run later, for example if a tool is missing. The retry costs no attempt, as nothing failed. */
export class RetryLater extends Error {
  readonly seconds: number
  /** No user waits for this job, so its age starts again from 0 and raises no alert. */
  readonly nobodyWaits: boolean
  constructor(what: string, seconds: number, { nobodyWaits = false } = {}) {
    super(what)
    this.name = 'RetryLater'
    this.seconds = seconds
    this.nobodyWaits = nobodyWaits
  }
}
