/** `waiting` until the file exists, `gone` after `EXPORT_LINK_SECONDS`. */
export const exportStates = ['waiting', 'ready', 'failed', 'gone'] as const

export const EXPORTS_PER_HOUR = 3
/** How long an exported file can be downloaded, by Postgres' clock. */
export const EXPORT_LINK_SECONDS = 300
export const MAX_EXPORT_ROWS = 100_000
export const MAX_EXPORT_ATTEMPTS = 5
