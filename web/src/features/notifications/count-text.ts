/** As counts.maxUnread of the contract, which the shell does not load for one number. */
const MOST = 100

/** A count as it stands in a badge. */
export const countText = (count: number) => (count >= MOST ? '99+' : String(count))
