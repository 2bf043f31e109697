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

/** The distance from the top of the window in pixels. At this distance, toasts are below the header. */
export const TOAST_TOP_PX = 74
