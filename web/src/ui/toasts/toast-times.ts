/** Durations in milliseconds. */
export const toastTimes = {
  request: 2_500,
  interface: 2_000,
  /** The user of a toast with an action needs time to read, decide and press. */
  action: 8_000,
  /** The specification lists these three durations. They are unused: every message is a toast of a kind above. */
  message: 3_000,
  notification: 4_500,
  notice: 1_500,
}

/** In pixels from the top of the window, as in toasts.css. Except on narrow pages, the header above is 64 px high. */
export const TOAST_TOP_PX = 74
