/**
 * Not an error: something that a job needs is not there yet (a tool being installed), or others come first. It is asked
 * again, at no cost.
 */
export class RetryLater extends Error {
  readonly seconds: number
  /** Whether it can take its time: it is not told of as somebody who waits. */
  readonly nobodyWaits: boolean
  constructor(what: string, seconds: number, { nobodyWaits = false } = {}) {
    super(what)
    this.name = 'RetryLater'
    this.seconds = seconds
    this.nobodyWaits = nobodyWaits
  }
}
