/** A finding must not contain a secret or a URL with a secret. */
export interface Finding {
  what: string
  state: string
  /** What the operator can do about a fault. */
  cure?: string
  /** Toile can run without this part, with restrictions. */
  optional?: boolean
}

export function reason(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || 'no answer'
}
