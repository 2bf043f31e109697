interface KeyPress {
  isComposing: boolean
  keyCode: number
}

/** What a key press that an input method took for itself has for a code. */
const TAKEN_BY_INPUT_METHOD = 229

/**
 * Whether a key press belongs to the input method, as Enter at the end of a word in Chinese or Japanese. Safari ends the
 * composition before it reports the key (WebKit bug 165004): there only the code says so.
 */
export function isOfInputMethod({ isComposing, keyCode }: KeyPress): boolean {
  return isComposing || keyCode === TAKEN_BY_INPUT_METHOD
}
