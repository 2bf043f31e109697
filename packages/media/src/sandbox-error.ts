import { InputFailure, type FailureCode } from '@toile/contracts/failures'

/** Thrown when the child crashes after its code was loaded, or does what our code never does. The input causes both. */
export class SandboxError extends Error {
  override name = 'SandboxError'
}

/** Turns a crash into `ifDamaged` and an exceeded limit into `ifTooHeavy`. The file causes both, so no retry helps. */
export function faultOfFile(error: unknown, ifDamaged: FailureCode, ifTooHeavy: FailureCode): unknown {
  if (error instanceof SandboxError) return new InputFailure(ifDamaged)
  if (error instanceof InputFailure && /^PROCESSING_(TOO_LONG|OUT_OF_MEMORY)$/.test(error.code))
    return new InputFailure(ifTooHeavy)
  return error
}
