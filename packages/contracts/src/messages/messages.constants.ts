/** Counted in code points after trimming and NFC. */
export const MAX_MESSAGE_LENGTH = 2000

/** What a conversation is: two people's, or one of a work's author with those who run the platform. */
export const conversationKinds = ['private', 'moderation'] as const
export type ConversationKind = (typeof conversationKinds)[number]

/** What a conversation is to one of its people: theirs, a stranger's first message, or one they do not want to see. */
export const standings = ['open', 'request', 'ignored'] as const
export type Standing = (typeof standings)[number]

export const conversationBoxes = ['inbox', 'requests'] as const
export type ConversationBox = (typeof conversationBoxes)[number]
