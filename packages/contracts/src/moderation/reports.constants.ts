export const reportKinds = ['work', 'comment', 'user', 'message'] as const
export type ReportKind = (typeof reportKinds)[number]
/** Counted in code points after trimming. */
export const MAX_REPORT_LENGTH = 1000
