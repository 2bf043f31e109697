interface KeyPress {
  isComposing: boolean
  keyCode: number
}

const TAKEN_BY_INPUT_METHOD = 229

/**
 * In Safari, the composition has ended before the event of the key that ends it (WebKit bug 165004). Only `keyCode`
 * then shows that the key belongs to the input method.
 */
export function isOfInputMethod({ isComposing, keyCode }: KeyPress): boolean {
  return isComposing || keyCode === TAKEN_BY_INPUT_METHOD
}
