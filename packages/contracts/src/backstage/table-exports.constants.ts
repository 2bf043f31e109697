/** `waiting` until the file exists or the export fails, `gone` when a file was ready `EXPORT_LINK_SECONDS` ago. */
export const exportStates = ['waiting', 'ready', 'failed', 'gone'] as const

export const EXPORTS_PER_HOUR = 3
/** How long an exported file can be downloaded, by Postgres' clock. */
export const EXPORT_LINK_SECONDS = 300
export const MAX_EXPORT_ROWS = 100_000
export const MAX_EXPORT_ATTEMPTS = 5
