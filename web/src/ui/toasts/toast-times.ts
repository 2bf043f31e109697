/** How long messages stand, in milliseconds. */
export const toastTimes = {
  /** What the request wrapper says. */
  request: 2_500,
  /** What the interface itself says. */
  interface: 2_000,
  /** The same with something to press: long enough to read, decide and reach it. */
  action: 8_000,
  /** Named by the specification; read by nothing, because everything here says what it has to by a toast of ours. */
  message: 3_000,
  notification: 4_500,
  notice: 1_500,
}

/** Pixels from the top of the window: below the header. */
export const TOAST_TOP_PX = 74
