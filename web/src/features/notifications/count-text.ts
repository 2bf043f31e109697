/** counts.maxUnread of the contract, copied so that the shell does not load that file. */
const MOST = 100

export const countText = (count: number) => (count >= MOST ? '99+' : String(count))
