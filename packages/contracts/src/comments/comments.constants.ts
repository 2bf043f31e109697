/** Counted in code points after trimming and NFC. */
export const MAX_COMMENT_LENGTH = 2000
/** Answers that come with their comment, the first ones; those of a longer thread are asked for by page. */
export const MAX_REPLIES_SHOWN = 100
/** Points of a garment that comments speak of and that are marked on it: the newest. */
export const MAX_PINS_SHOWN = 500
/** Characters of a comment that its mark tells. */
export const PIN_EXCERPT_LENGTH = 140
