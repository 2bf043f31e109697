/** What the doctor has to say about one thing. Never a secret, nor an address that holds one. */
export interface Finding {
  what: string
  /** How it is, in a few words. */
  state: string
  /** What to do about it; only where something is wrong. */
  cure?: string
  /** Toile runs without it, if less well. */
  optional?: boolean
}

export function reason(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || 'no answer'
}
