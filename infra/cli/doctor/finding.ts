/** A finding must not contain a secret or a URL with a secret. */
export interface Finding {
  what: string
  state: string
  /** What the operator can do about a fault. A finding without a cure counts as healthy. */
  cure?: string
  /** The command `doctor` does not fail because of this fault, for example when a process is not running. */
  optional?: boolean
}

export function reason(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || 'no answer'
}
