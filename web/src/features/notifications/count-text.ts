/** MAX_UNREAD of notifications.constants.ts in contracts, copied so that the shell does not load that file. */
const MOST = 100

export const countText = (count: number) => (count >= MOST ? '99+' : String(count))
