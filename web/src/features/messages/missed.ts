import type { Conversation } from '@toile/contracts/messages/messages'

/** What is known of one box: the pages that are loaded, and the unread count of each conversation. */
export interface Known<Box> {
  box: Box
  pages: number
  unread: Map<string, number>
}

type Counted = Pick<Conversation, 'conversationWith' | 'unread'>

export function knownOf<Box>(box: Box, pages: readonly { items: readonly Counted[] }[]): Known<Box> {
  const all = pages.flatMap(({ items }) => items)
  return { box, pages: pages.length, unread: new Map(all.map((one) => [one.conversationWith, one.unread])) }
}

/**
 * Counts the messages by which unread counts rose, except from `openId`. A page that is loaded for the first time, or
 * another box, only makes older messages known.
 */
export function missedSince<Box>(
  before: Known<Box> | undefined,
  box: Box,
  pages: readonly { items: readonly Counted[] }[],
  openId: string | undefined,
): number {
  if (before?.box !== box) return 0
  return pages
    .slice(0, before.pages)
    .flatMap(({ items }) => items)
    .filter(({ conversationWith }) => conversationWith !== openId)
    .map(({ conversationWith, unread }) => Math.max(0, unread - (before.unread.get(conversationWith) ?? 0)))
    .reduce((sum, count) => sum + count, 0)
}
