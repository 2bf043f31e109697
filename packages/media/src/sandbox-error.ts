import { InputFailure, type FailureCode } from '@toile/contracts/failures'

/** The input made the child crash after its code was loaded, or do what our code never does. */
export class SandboxError extends Error {
  override name = 'SandboxError'
}

/** Translates an error of runIsolated() to a given failure code. A crash is the file's fault, so no retry helps. */
export function faultOfFile(error: unknown, ifDamaged: FailureCode, ifTooHeavy: FailureCode): unknown {
  if (error instanceof SandboxError) return new InputFailure(ifDamaged)
  if (error instanceof InputFailure && /^PROCESSING_(TOO_LONG|OUT_OF_MEMORY)$/.test(error.code))
    return new InputFailure(ifTooHeavy)
  return error
}
