/** Counted in code points after trimming and NFC. */
export const maxCommentLength = 2000
/** Answers that come with their comment; a thread longer than that shows its first ones. */
export const maxRepliesShown = 100
