/** The child died without an answer after its code was loaded, or answered what our code never does: its input brought it down. */
export class SandboxError extends Error {
  override name = 'SandboxError'
}
