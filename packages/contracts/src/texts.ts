// How the lengths of what people write are counted: on both sides, so that nobody is refused what the form allowed.

/** As it is stored: composed, and without space around it. */
export const cleanText = (text: string) => text.normalize('NFC').trim()

/** Code points of a clean text. */
export const lengthOf = (text: string) => [...text].length
