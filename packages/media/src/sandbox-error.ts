/** The child crashed after its code was loaded, or sent an answer that our code never sends: its input is the cause. */
export class SandboxError extends Error {
  override name = 'SandboxError'
}
