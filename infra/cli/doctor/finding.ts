/** Must not contain a secret, or a URL that holds one. */
export interface Finding {
  what: string
  state: string
  /** What the operator can do about a fault. */
  cure?: string
  /** Toile runs without it, with restrictions. */
  optional?: boolean
}

export function reason(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || 'no answer'
}
