interface KeyPress {
  isComposing: boolean
  keyCode: number
}

/** keyCode of a key that an input method has handled. */
const TAKEN_BY_INPUT_METHOD = 229

/** Safari ends the composition before the key event (WebKit bug 165004). There, only `keyCode` reveals such a key. */
export function isOfInputMethod({ isComposing, keyCode }: KeyPress): boolean {
  return isComposing || keyCode === TAKEN_BY_INPUT_METHOD
}
