/** Durations in milliseconds. */
export const toastTimes = {
  request: 2_500,
  interface: 2_000,
  /** With an action: time to read, decide and press. */
  action: 8_000,
  /** The specification lists these three, but nothing uses them: every message is a toast of a kind above. */
  message: 3_000,
  notification: 4_500,
  notice: 1_500,
}

/** Pixels from the top of the window: below the header. */
export const TOAST_TOP_PX = 74
