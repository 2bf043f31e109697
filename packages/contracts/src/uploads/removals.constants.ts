/**
 * After so long pictures are removed that nothing shows, and what was uploaded by people who never confirmed an email: from
 * when it came, or it was seen that nothing shows it any more.
 */
export const removalDays = 30
/** Nothing is removed that its person was not told of so long before. */
export const removalNoticeDays = 7
/** How often it is looked at again whether a picture is still shown. */
export const referenceCheckDays = 7
