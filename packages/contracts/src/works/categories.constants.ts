/** Lower-case Latin words with hyphens between them. It never changes: works and addresses hold it. */
export const categorySlugPattern = '^[a-z][a-z0-9]*(-[a-z0-9]+)*$'
export const categorySlugLength = { min: 2, max: 32 }
/** Of each name, counted in code points after trimming and NFC. */
export const maxCategoryNameLength = 40
