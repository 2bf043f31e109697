/**
 * After so long pictures are removed that nothing shows, and what was uploaded by people who never confirmed an email: from
 * when it came, or it was seen that nothing shows it any more.
 */
export const REMOVAL_DAYS = 30
/** Nothing is removed that its person was not told of so long before. */
export const REMOVAL_NOTICE_DAYS = 7
/** How often it is looked at again whether a picture is still shown. */
export const REFERENCE_CHECK_DAYS = 7
