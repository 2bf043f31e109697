/** Counted in code points after trimming and NFC. */
export const maxCommentLength = 2000
/** Answers that come with their comment, the first ones; those of a longer thread are asked for by page. */
export const maxRepliesShown = 100
