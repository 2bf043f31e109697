/** `waiting` until its file is there, `gone` once its five minutes are over. */
export const exportStates = ['waiting', 'ready', 'failed', 'gone'] as const

/** An administrator may ask for so many within an hour. */
export const EXPORTS_PER_HOUR = 3
/** How long the file can be fetched, by Postgres' clock. */
export const EXPORT_LINK_SECONDS = 300
/** Rows of one file; what is cut says so. */
export const MAX_EXPORT_ROWS = 100_000
/** Runs of one export before it is given up. */
export const MAX_EXPORT_ATTEMPTS = 5
