// How the lengths of what people write are counted: on both sides, so that nobody is refused what the form allowed.

/** As it is stored: composed, and without space around it. */
export const cleanText = (text: string) => text.normalize('NFC').trim()

/** Code points of a clean text. */
export const lengthOf = (text: string) => [...text].length

/** A name of a person as it is stored: without what nobody sees, such as zero-width signs and those that turn the text. */
export const cleanName = (text: string) => cleanText(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
