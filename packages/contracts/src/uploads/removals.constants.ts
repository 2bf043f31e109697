/**
 * Days until removal: of unused pictures, counted from their last use, and of uploads whose owner has never confirmed
 * an email, counted from arrival.
 */
export const REMOVAL_DAYS = 30
/** Nothing is removed unless its owner got a notice this many days before. */
export const REMOVAL_NOTICE_DAYS = 7
/** How often a picture is checked again for whether it is in use. */
export const REFERENCE_CHECK_DAYS = 7
