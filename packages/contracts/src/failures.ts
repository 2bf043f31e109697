/**
 * Rows store code and params, never text. `retryable`: the same file may succeed later; otherwise another is needed.
 */
export const failures = {
  NOT_A_MODEL: { retryable: false },
  MODEL_DAMAGED: { retryable: false },
  MODEL_TOO_COMPLEX: { retryable: false },
  MODEL_EMPTY: { retryable: false },
  MODEL_EXTENSION_UNSUPPORTED: { retryable: false },
  MODEL_FILE_MISSING: { retryable: false },
  MODEL_EXTERNAL_REFERENCE: { retryable: false },
  MODEL_NOT_CONVERTED: { retryable: false },
  MODEL_VERSION_UNSUPPORTED: { retryable: false },
  MODEL_FORMAT_UNSUPPORTED: { retryable: false },
  CONVERSION_FAULT: { retryable: false },
  PREPARATION_FAULT: { retryable: false },
  MODEL_IMAGE_REFUSED: { retryable: false },
  ARCHIVE_DAMAGED: { retryable: false },
  ARCHIVE_REFUSED: { retryable: false },
  ARCHIVE_WITHOUT_MODEL: { retryable: false },
  ARCHIVE_INSIDE_ARCHIVE: { retryable: false },
  NOT_AN_IMAGE: { retryable: false },
  IMAGE_DAMAGED: { retryable: false },
  IMAGE_SIDE_TOO_LONG: { retryable: false },
  IMAGE_TOO_MANY_PIXELS: { retryable: false },
  IMAGE_TOO_MANY_FRAMES: { retryable: false },
  IMAGE_TOO_HEAVY: { retryable: false },
  IMAGE_CROP_OUTSIDE: { retryable: false },
  NOT_A_VIDEO: { retryable: false },
  VIDEO_DAMAGED: { retryable: false },
  VIDEO_TOO_MANY_PIXELS: { retryable: false },
  VIDEO_TOO_LONG: { retryable: false },
  VIDEO_TOO_HEAVY: { retryable: false },
  PROCESSING_TOO_LONG: { retryable: true },
  PROCESSING_OUT_OF_MEMORY: { retryable: true },
  PROCESSING_FAILED: { retryable: true },
  RENDER_MODEL_GONE: { retryable: false },
  BYTES_MISSING: { retryable: false },
  STOPPED_BY_OPERATOR: { retryable: true },
  MAIL_REFUSED: { retryable: false },
} as const satisfies Record<string, { retryable: boolean }>

/** Whether the failure is a bug in Toile, which no retry fixes. Its params then contain the request id. */
export const isOurFault = (code: FailureCode) => code === 'CONVERSION_FAULT' || code === 'PREPARATION_FAULT'

export type FailureCode = keyof typeof failures

export const isRetryable = (code: FailureCode) => Object.hasOwn(failures, code) && failures[code].retryable

/** Values for the placeholders of a text: names and numbers, never a path on the server. */
export type Params = Record<string, string | number>

export interface StoredFailure {
  code: FailureCode
  params: Params
}

/** Thrown for bad input: the subject becomes `failed` without a queue retry, as the same bytes would fail again. */
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
