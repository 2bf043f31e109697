/** The input made the child crash after its code was loaded, or send an answer that our code never sends. */
export class SandboxError extends Error {
  override name = 'SandboxError'
}
