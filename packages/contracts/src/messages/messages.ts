import { Type, type Static } from 'typebox'
import { Image } from '../images/images.js'
import { conversationBoxes, conversationKinds, MAX_MESSAGE_LENGTH, standings } from './messages.constants.js'
import { declareRoutes } from '../route.js'
import { Id, MAX_INTEGER, Enum, Nullable, PageOf, PageQuery, StrictObject, Text, Time, WrittenText } from '../shapes.js'
import { PublicUser } from '../users/users.js'
import { titleLength } from '../works/works.constants.js'
import { paths as backstagePaths } from './messages-backstage.paths.js'
import { paths } from './messages.paths.js'

export const Message = StrictObject({
  id: Id,
  /** The other user's id, or the work's id in a moderation conversation. */
  conversationWith: Id,
  /** Counts the messages of a conversation from 1 without gaps. Clients request the messages after their last one. */
  seq: Type.Integer({ minimum: 1 }),
  mine: Type.Boolean(),
  /** Null if the sender is a moderator or the sender's account is deleted. */
  senderId: Nullable(Id),
  /** Plain text. Empty for a picture alone, and once the sender's account is deleted (not for moderators' messages). */
  body: Text(MAX_MESSAGE_LENGTH),
  image: Nullable(Image),
  createdAt: Time,
  deleted: Type.Boolean(),
  /** The Idempotency-Key with which the caller sent the message. Absent from other users' messages. */
  key: Type.Optional(Text(200)),
})
export type Message = Static<typeof Message>

export const Conversation = StrictObject({
  conversationWith: Id,
  kind: Enum(conversationKinds),
  person: Nullable(PublicUser),
  /** The work that a moderation conversation is about. The title is empty once the work is deleted. */
  work: Nullable(StrictObject({ id: Id, title: Text(titleLength.max) })),
  standing: Enum(standings),
  blocked: Type.Boolean(),
  /** False during a block, while the caller's first message is not accepted, and if the other user is deleted. */
  canWrite: Type.Boolean(),
  awaiting: Type.Boolean(),
  lastSeq: Type.Integer({ minimum: 0 }),
  unread: Type.Integer(),
  /** The other user has read up to this `seq`. It stays the same until that user accepts, and during a block. */
  readSeq: Type.Integer({ minimum: 0 }),
  readAt: Nullable(Time),
  lastMessage: Nullable(Message),
})
export type Conversation = Static<typeof Conversation>

/** `body` may be empty only if the message has a picture. */
const MessageInput = StrictObject({
  body: Type.Optional(WrittenText({ max: MAX_MESSAGE_LENGTH })),
  imageId: Type.Optional(Id),
})

const UserIdParams = StrictObject({ userId: Id })
const sendRate = [
  { calls: 30, windowSeconds: 60, by: ['user'] },
  { calls: 1_000, windowSeconds: 86_400, by: ['user'] },
] as const
const touchRate = [{ calls: 120, windowSeconds: 60, by: ['user'] }] as const

const MessageQuery = StrictObject({
  ...PageQuery,
  /** Returns the messages after this `seq`, oldest first. Repeat with the last `seq` until fewer than `limit` come. */
  after: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_INTEGER })),
})

export const routes = declareRoutes(
  { ...paths, ...backstagePaths },
  {
    listConversations: {
      summary: 'Lists the caller’s conversations, latest first; message requests are separate',
      access: 'user',
      query: StrictObject({ ...PageQuery, box: Type.Optional(Enum(conversationBoxes)) }),
      response: StrictObject({
        ...PageOf(Conversation).properties,
        requests: Type.Integer(),
      }),
    },
    listMessages: {
      summary: 'Lists messages with another user, newest first; with a work’s id, those with moderators',
      access: 'user',
      params: UserIdParams,
      query: MessageQuery,
      response: StrictObject({ ...PageOf(Message).properties, conversation: Conversation }),
    },
    sendMessage: {
      summary: 'Sends a message; the first to a user is a request, the only one until accepted',
      access: 'verified',
      idempotent: true,
      rate: sendRate,
      params: UserIdParams,
      body: MessageInput,
      status: 201,
      response: Message,
    },
    readConversation: {
      summary: 'Marks a conversation as read, up to `seq` or completely',
      access: 'user',
      rate: touchRate,
      params: UserIdParams,
      body: Nullable(StrictObject({ seq: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_INTEGER })) })),
    },
    acceptConversation: {
      summary: 'Accepts a message request; a reply does so too',
      access: 'user',
      rate: touchRate,
      params: UserIdParams,
      response: Conversation,
    },
    ignoreConversation: {
      summary: 'Hides a message request without notifying its sender',
      access: 'user',
      rate: touchRate,
      params: UserIdParams,
    },
    listModeration: {
      summary: 'Lists messages between moderators and the creator of a work, newest first',
      access: 'admin',
      query: MessageQuery,
      response: PageOf(Message),
    },
    sendModeration: {
      summary: 'Sends a message to the creator of a work on behalf of the moderators',
      access: 'admin',
      idempotent: true,
      rate: sendRate,
      body: StrictObject({ body: WrittenText({ min: 1, max: MAX_MESSAGE_LENGTH }) }),
      status: 201,
      response: Message,
    },
  },
)

/** Messages up to `seq` were read: by the caller on another device if `mine` is true, otherwise by the other user. */
export const MessageReadMessage = StrictObject({
  conversationWith: Id,
  readAt: Time,
  seq: Type.Integer(),
  mine: Type.Boolean(),
})
export type MessageReadMessage = Static<typeof MessageReadMessage>

export const messages = { 'message:new': Message, 'message:read': MessageReadMessage }
