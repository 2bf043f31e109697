/** A copy of MAX_UNREAD in contracts (notifications.constants.ts), so that the shell does not load that file. */
const MOST = 100

export const countText = (count: number) => (count >= MOST ? '99+' : String(count))
