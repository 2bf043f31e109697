/** Counted in code points of the cleaned text (see texts.ts). */
export const MAX_MESSAGE_LENGTH = 2000

/** `private`: between two users. `moderation`: between a work's author and the moderators. */
export const conversationKinds = ['private', 'moderation'] as const
export type ConversationKind = (typeof conversationKinds)[number]

/** For one participant. `request`: a user whom they do not follow wrote first. `ignored`: they hid the request. */
export const standings = ['open', 'request', 'ignored'] as const
export type Standing = (typeof standings)[number]

export const conversationBoxes = ['inbox', 'requests'] as const
export type ConversationBox = (typeof conversationBoxes)[number]
