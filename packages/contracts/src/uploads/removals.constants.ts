/**
 * Days until removal: of pictures, from the check that finds them unused; of uploads whose owner has no confirmed
 * email, from their creation.
 */
export const REMOVAL_DAYS = 30
/** Nothing is removed unless its owner got a notice this many days before. */
export const REMOVAL_NOTICE_DAYS = 7
/** How often a picture is checked again for whether it is in use. */
export const REFERENCE_CHECK_DAYS = 7
