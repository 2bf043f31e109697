import type { Db } from '../client.js'

// The one place where notifications meet private messages and blocks. Until that feature is there, nobody has any.

/** How many of a person's conversations have something unread. */
export async function countUnreadMessages(_db: Db, _userId: string): Promise<number> {
  return 0
}

/** Whether one of the two has blocked the other. */
export async function isBlockedBetween(_db: Db, _a: string, _b: string): Promise<boolean> {
  return false
}
