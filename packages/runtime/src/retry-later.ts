/** Not a failure: a tool is being installed, or other jobs come first. The retry costs no attempt. */
export class RetryLater extends Error {
  readonly seconds: number
  /** The job can wait: its age restarts and raises no alert. */
  readonly nobodyWaits: boolean
  constructor(what: string, seconds: number, { nobodyWaits = false } = {}) {
    super(what)
    this.name = 'RetryLater'
    this.seconds = seconds
    this.nobodyWaits = nobodyWaits
  }
}
