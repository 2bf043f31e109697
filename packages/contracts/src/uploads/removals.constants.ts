/**
 * Days until removal. For a picture, the days count from its creation, or from a later check that finds the picture
 * unused. For an upload whose owner has no confirmed email, they count from the upload's creation.
 */
export const REMOVAL_DAYS = 30
/** Minimum number of days between the owner's notice and removal. Failed pictures have no files, so get no notice. */
export const REMOVAL_NOTICE_DAYS = 7
/** Days between two checks of whether a picture is in use. */
export const REFERENCE_CHECK_DAYS = 7
