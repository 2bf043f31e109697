/** Not an error: something that a job needs is not there yet (a tool being installed). It is asked again, at no cost. */
export class NotYet extends Error {
  readonly seconds: number
  constructor(what: string, seconds: number) {
    super(what)
    this.name = 'NotYet'
    this.seconds = seconds
  }
}
