/** How long messages stand, in milliseconds. */
export const toastTimes = {
  /** What the request wrapper says. */
  request: 2_500,
  /** What the interface itself says. */
  interface: 2_000,
  /** The same with something to press: long enough to read, decide and reach it. */
  action: 8_000,
  /** Defaults of the kit of the account pages. */
  message: 3_000,
  notification: 4_500,
  /** Named by the specification; read by nothing, because antd shows no bare notice any more. */
  notice: 1_500,
}

/** Pixels from the top of the window: below the header. */
export const TOAST_TOP_PX = 74
