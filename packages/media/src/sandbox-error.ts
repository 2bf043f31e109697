import { InputFailure, type FailureCode } from '@toile/contracts/failures'

/** The input made the child crash after its code was loaded, or send an answer that our code never sends. */
export class SandboxError extends Error {
  override name = 'SandboxError'
}

/** The error to throw for one of runIsolated(): a decoder crash is the file's fault and not worth a retry. */
export function faultOfFile(error: unknown, ifDamaged: FailureCode, ifTooHeavy: FailureCode): unknown {
  if (error instanceof SandboxError) return new InputFailure(ifDamaged)
  if (error instanceof InputFailure && /^PROCESSING_(TOO_LONG|OUT_OF_MEMORY)$/.test(error.code))
    return new InputFailure(ifTooHeavy)
  return error
}
