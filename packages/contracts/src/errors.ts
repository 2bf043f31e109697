import type { Params } from './failures.js'

/** Every error that a call can answer with: its HTTP status. The words stand in errors.json of locales. */
const errors = {
  CHECKSUM_ALGORITHM_UNSUPPORTED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  ENTITLEMENT_NEEDED: 403,
  DOWNLOAD_LINK_INVALID: 403,
  EMAIL_UNVERIFIED: 403,
  ACCOUNT_UNFINISHED: 403,
  FRESH_SIGN_IN_NEEDED: 403,
  REAUTHENTICATION_REQUIRED: 403,
  DEMO_LOGIN_REMOTE: 403,
  ACCOUNT_BANNED: 403,
  ACCOUNT_BANNED_UNTIL: 403,
  MESSAGE_REFUSED: 403,
  SOFTWARE_LOCKED: 403,
  TENANT_SUSPENDED: 403,
  NOT_FOUND: 404,
  STATE_CONFLICT: 409,
  CASE_CLAIMED: 409,
  CASE_NEEDS_ANOTHER: 409,
  ALREADY_APPEALED: 409,
  MOVED_ON: 409,
  NOT_YOURSELF: 409,
  ADMINISTRATOR_PROTECTED: 409,
  BANNED_NO_ADMINISTRATOR: 409,
  EMAIL_ALREADY_VERIFIED: 409,
  EMAIL_ALREADY_BOUND: 409,
  SOCIAL_EMAIL_TAKEN: 409,
  IDENTITY_USED: 409,
  IDENTITY_ALREADY_LINKED: 409,
  LAST_WAY_IN: 409,
  UPLOAD_FINISHED: 409,
  UPLOAD_USED: 409,
  WORK_NOT_IN_TRASH: 409,
  IN_OTHER_TENANT: 409,
  TENANT_NOT_EMPTY: 409,
  TENANT_FULL: 409,
  WORK_HAS_VIDEO: 409,
  WORK_GALLERY_FULL: 409,
  UNBLOCK_FIRST: 409,
  DEVICE_LIMIT: 409,
  MESSAGE_NOT_ACCEPTED: 409,
  ACTIVITY_NOT_OPEN: 409,
  REGISTRATION_MISSED: 409,
  CANCELLATION_MISSED: 409,
  SUBMISSION_NOT_OPEN: 409,
  SUBMISSION_MISSED: 409,
  WITHDRAWAL_MISSED: 409,
  ACTIVITY_ENDED: 409,
  NOT_REGISTERED: 409,
  JUROR_TAKES_NO_PART: 409,
  SUBMISSION_LIMIT: 409,
  ALREADY_ENTERED: 409,
  WORK_NOT_SHOWN: 409,
  NO_WORK_TO_ENTER: 409,
  WITHDRAW_FIRST: 409,
  NOT_A_JUROR: 403,
  SCORING_CLOSED: 409,
  AWARDING_CLOSED: 409,
  ALREADY_AWARDED: 409,
  NOTHING_TO_AWARD: 409,
  ENTRY_DISQUALIFIED: 409,
  WINNING_WORK: 409,
  ENTERED_WORK: 409,
  WORK_WON: 409,
  WORK_NOT_PUBLIC: 409,
  NOTHING_CHANGED: 409,
  OFFSET_CONFLICT: 409,
  TUS_VERSION_UNSUPPORTED: 412,
  MORE_THAN_ANNOUNCED: 413,
  FILE_TOO_LARGE: 413,
  VIDEO_TOO_LARGE: 413,
  IMAGE_TOO_LARGE: 413,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  CHECKSUM_MISMATCH: 460,
  FILE_EMPTY: 422,
  TUS_EXTENSION_UNSUPPORTED: 422,
  INVALID_INPUT: 422,
  WRONG_LOGIN: 422,
  REGISTER_FAILED: 422,
  LINK_INVALID: 422,
  SOCIAL_STATE_INVALID: 422,
  SOCIAL_REFUSED: 422,
  PASSWORD_NOT_CHANGED: 422,
  EMAIL_NOT_CHANGED: 422,
  ACCOUNT_NOT_DELETED: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  UPLOAD_KIND_UNSUPPORTED: 422,
  S_CODE_INVALID: 422,
  RENDER_SOURCE_INVALID: 422,
  RENDER_TOO_LARGE: 422,
  RENDER_ENGINE_MISSING: 422,
  RENDER_QUOTA: 429,
  RENDERS_FULL: 503,
  RATE_LIMITED: 429,
  TOO_MANY_DOWNLOADS: 429,
  TOO_MANY_UPLOADS: 429,
  TOO_MANY_IN_LINE: 429,
  UNBIND_LIMIT: 429,
  STORAGE_QUOTA: 429,
  UNVERIFIED_LIMIT: 403,
  UNVERIFIED_NETWORK_LIMIT: 429,
  TENANT_STORAGE_FULL: 429,
  TENANT_RENDERS_USED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  SOCIAL_UNAVAILABLE: 503,
  UPLOAD_LOCKED: 503,
  REQUEST_TIMEOUT: 504,
  STORAGE_FULL: 507,
} as const

export type ErrorCode = keyof typeof errors

/** Why one field of the input was refused. */
export type FieldCode =
  | 'FIELD_REQUIRED'
  | 'FIELD_INVALID'
  | 'FIELD_UNKNOWN'
  | 'FIELD_TOO_SHORT'
  | 'FIELD_TOO_LONG'
  | 'FIELD_TOO_MANY'
  | 'FIELD_TOO_LARGE'
  | 'FIELD_EMAIL'
  | 'FIELD_TAKEN'
  | 'FIELD_LOOKS_TAKEN'
  | 'FIELD_PASSWORD_MISMATCH'
  | 'FIELD_PASSWORD_COMMON'
  | 'FIELD_PASSWORD_WRONG'
  | 'FIELD_WEBSITE'
  | 'FIELD_IMAGE_NOT_READY'
  | 'FIELD_MUST_AGREE'
  | 'FIELD_UPLOAD_NOT_READY'
  | 'FIELD_CAPTIONS'
  | 'FIELD_CONTENTS'
  | 'FIELD_TIME_PASSED'
  | 'FIELD_TIME_ORDER'
  | 'FIELD_TIME_ZONE'
  | 'FIELD_TIERS_SUM'
  | 'FIELD_JUROR'
  | 'FIELD_WEIGHTS_SUM'
  | 'FIELD_FIXED'
  | 'FIELD_AWARDED'
  | 'FIELD_CATEGORY_SLUG'
  | 'FIELD_CATEGORY_UNKNOWN'
  | 'FIELD_CATEGORY_HIDDEN'

export interface FieldProblem {
  code: FieldCode
  params?: Params
}

/** The one error class: thrown anywhere in a call, turned into the contract's error body by the API's error handler. */
export class ToileError extends Error {
  readonly code: ErrorCode
  readonly params: Params
  readonly fields: Record<string, FieldProblem[]> | undefined
  /** Seconds after which trying again makes sense; sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    options: {
      params?: Params
      fields?: Record<string, FieldProblem[]>
      retryAfterSeconds?: number
      cause?: unknown
    } = {},
  ) {
    super(code, { cause: options.cause })
    this.name = 'ToileError'
    this.code = code
    this.params = options.params ?? {}
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get statusCode(): number {
    return errors[this.code]
  }
}

/** Shorthand for 422 with the fields that are wrong. */
export function invalidInput(fields: Record<string, FieldProblem[]>): ToileError {
  return new ToileError('INVALID_INPUT', { fields })
}
