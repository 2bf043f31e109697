/** `waiting` until its file is there, `gone` once its five minutes are over. */
export const exportStates = ['waiting', 'ready', 'failed', 'gone'] as const

/** An administrator may ask for so many within an hour. */
export const exportsPerHour = 3
/** How long the file can be fetched, by Postgres' clock. */
export const exportLinkSeconds = 300
/** Rows of one file; what is cut says so. */
export const maxExportRows = 100_000
/** Runs of one export before it is given up. */
export const maxExportAttempts = 5
