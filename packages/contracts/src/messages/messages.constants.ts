/** Counted in code points after trimming and NFC. */
export const MAX_MESSAGE_LENGTH = 2000

/** `private`: between two users. `moderation`: between a work's author and the moderators. */
export const conversationKinds = ['private', 'moderation'] as const
export type ConversationKind = (typeof conversationKinds)[number]

/** One participant's standing. `request`: the first message is from a stranger. `ignored`: the user hid the request. */
export const standings = ['open', 'request', 'ignored'] as const
export type Standing = (typeof standings)[number]

export const conversationBoxes = ['inbox', 'requests'] as const
export type ConversationBox = (typeof conversationBoxes)[number]
