export const orders = ['asc', 'desc'] as const
export type Order = (typeof orders)[number]

/** Rows that one call may change. */
export const MAX_BULK = 500
/** Of an operator's reason, in code points after trimming. */
export const MAX_REASON_LENGTH = 500
