import type en from '../locales/en/errors.json'
import type { ErrorCode, FieldCode } from './errors.js'

/** The codes in errors.json that are not errors of API calls. Rows store code and params, never text. */
export type FailureCode = Exclude<keyof typeof en, ErrorCode | FieldCode | 'request'>

/** Whether the failure is a bug in Toile, which no retry fixes. The worker adds the job's request id to its params. */
export const isOurFault = (code: FailureCode) => code === 'CONVERSION_FAULT' || code === 'PREPARATION_FAULT'

const retryable: ReadonlySet<FailureCode> = new Set([
  'PROCESSING_TOO_LONG',
  'PROCESSING_OUT_OF_MEMORY',
  'PROCESSING_FAILED',
  'STOPPED_BY_OPERATOR',
] as const)

/** Whether the same file may succeed later. If not, either the user needs another file or Toile has a bug. */
export const isRetryable = (code: FailureCode) => retryable.has(code)

/** Values for the placeholders of a text: names and numbers, never a path on the server. */
export type Params = Record<string, string | number>

export interface StoredFailure {
  code: FailureCode
  params: Params
}

/** Thrown if a retry makes no sense, mostly for bad input. The worker then sets the job's subject to `failed`. */
export class InputFailure extends Error {
  readonly code: FailureCode
  readonly params: Params

  /** @param options `cause` is for the log only: users never see a library's message */
  constructor(code: FailureCode, params: Params = {}, options?: ErrorOptions) {
    super(`${code} ${JSON.stringify(params)}`, options)
    this.name = 'InputFailure'
    this.code = code
    this.params = params
  }
}
