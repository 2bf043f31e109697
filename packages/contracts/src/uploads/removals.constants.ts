/**
 * Unused pictures (from their last use), and uploads of users who never confirmed an email (from arrival), are
 * removed.
 */
export const REMOVAL_DAYS = 30
/** Nothing is removed without a notice this long before. */
export const REMOVAL_NOTICE_DAYS = 7
/** How often pictures are checked again for being in use. */
export const REFERENCE_CHECK_DAYS = 7
