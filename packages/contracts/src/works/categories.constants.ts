/** A slug never changes, because works and URLs contain it. */
export const CATEGORY_SLUG_PATTERN = '^[a-z][a-z0-9]*(-[a-z0-9]+)*$'
export const categorySlugLength = { min: 2, max: 32 }
/** Per language, counted in code points after trimming and NFC. */
export const MAX_CATEGORY_NAME_LENGTH = 40
