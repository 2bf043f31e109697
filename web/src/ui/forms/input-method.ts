interface KeyPress {
  isComposing: boolean
  keyCode: number
}

/** keyCode of a key that an input method has handled. */
const TAKEN_BY_INPUT_METHOD = 229

/**
 * Whether a key press belongs to an input method, such as Enter at the end of a Chinese word. Safari ends the
 * composition before that key event (WebKit bug 165004), so there only the code tells.
 */
export function isOfInputMethod({ isComposing, keyCode }: KeyPress): boolean {
  return isComposing || keyCode === TAKEN_BY_INPUT_METHOD
}
