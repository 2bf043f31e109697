import { Type, type Static } from 'typebox'
import { Image } from '../images/images.js'
import { conversationBoxes, conversationKinds, MAX_MESSAGE_LENGTH, standings } from './messages.constants.js'
import { declareRoutes } from '../route.js'
import {
  Id,
  IdParams,
  MAX_INTEGER,
  Enum,
  Nullable,
  PageOf,
  PageQuery,
  StrictObject,
  Text,
  Time,
  WrittenText,
} from '../shapes.js'
import { PublicUser } from '../users/users.js'
import { titleLength } from '../works/works.constants.js'
import { paths as backstagePaths } from './messages-backstage.paths.js'
import { paths } from './messages.paths.js'

export const Message = StrictObject({
  id: Id,
  /** What the conversation is addressed by: the other person, or the work that moderators write about. */
  conversationWith: Id,
  /** Counts the messages of a conversation from 1, without gaps: who has n asks for those after n. */
  seq: Type.Integer({ minimum: 1 }),
  mine: Type.Boolean(),
  /** Null for a moderator, and once the account is deleted. */
  senderId: Nullable(Id),
  /** Plain text; empty once it is deleted with its writer's account. */
  body: Text(MAX_MESSAGE_LENGTH),
  image: Nullable(Image),
  createdAt: Time,
  deleted: Type.Boolean(),
  /** Of mine: the Idempotency-Key that it was sent with. */
  key: Type.Optional(Text(200)),
})
export type Message = Static<typeof Message>

export const Conversation = StrictObject({
  /** What it is addressed by: the other person, or the work that moderators write about. */
  conversationWith: Id,
  kind: Enum(conversationKinds),
  /** Null for moderators, and once the account is deleted. */
  person: Nullable(PublicUser),
  /** What moderators write about; its title is empty once it is deleted. */
  work: Nullable(StrictObject({ id: Id, title: Text(titleLength.max) })),
  standing: Enum(standings),
  /** The caller has blocked the other. */
  blocked: Type.Boolean(),
  /** False where either has blocked the other, before a first message is accepted, and once the account is deleted. */
  canWrite: Type.Boolean(),
  /** The caller's first message waits to be accepted. */
  awaiting: Type.Boolean(),
  lastSeq: Type.Integer({ minimum: 0 }),
  /** Messages of the other that the caller has not read. */
  unread: Type.Integer(),
  /** Up to where the other has read, as far as they tell. */
  readSeq: Type.Integer({ minimum: 0 }),
  readAt: Nullable(Time),
  lastMessage: Nullable(Message),
})
export type Conversation = Static<typeof Conversation>

/** The text may be empty beside a picture only. */
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
  /** Those after this number, the oldest first; ask again with the last one's until fewer than `limit` come. */
  after: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_INTEGER })),
})

export const routes = declareRoutes(
  { ...paths, ...backstagePaths },
  {
    listConversations: {
      summary: 'My conversations, the latest first; the first messages of strangers are a box of their own',
      access: 'user',
      query: StrictObject({ ...PageQuery, box: Type.Optional(Enum(conversationBoxes)) }),
      status: 200,
      response: StrictObject({
        ...PageOf(Conversation).properties,
        /** First messages of strangers that wait. */
        requests: Type.Integer(),
      }),
    },
    listMessages: {
      summary:
        'What a person and I wrote each other, the newest first; with the id of a work, what moderators and I did',
      access: 'user',
      params: UserIdParams,
      query: MessageQuery,
      status: 200,
      response: StrictObject({ ...PageOf(Message).properties, conversation: Conversation }),
    },
    sendMessage: {
      summary:
        'Writes to a person; the first message to a stranger is a request, and the only one until it is accepted',
      access: 'verified',
      idempotent: true,
      rate: sendRate,
      params: UserIdParams,
      body: MessageInput,
      status: 201,
      response: Message,
    },
    readConversation: {
      summary: 'I have read this conversation, up to `seq` or all of it',
      access: 'user',
      rate: touchRate,
      params: UserIdParams,
      body: Nullable(StrictObject({ seq: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_INTEGER })) })),
      status: 204,
      response: null,
    },
    acceptConversation: {
      summary: 'Accepts the first message of a stranger; answering it does the same',
      access: 'user',
      rate: touchRate,
      params: UserIdParams,
      status: 200,
      response: Conversation,
    },
    ignoreConversation: {
      summary: 'Puts the first message of a stranger out of sight, without their knowing',
      access: 'user',
      rate: touchRate,
      params: UserIdParams,
      status: 204,
      response: null,
    },
    listModeration: {
      summary: 'What moderators and the author of a work wrote each other about it, the newest first',
      access: 'admin',
      params: IdParams,
      query: MessageQuery,
      status: 200,
      response: PageOf(Message),
    },
    sendModeration: {
      summary: 'Writes to the author of a work about it, in the name of the platform',
      access: 'admin',
      idempotent: true,
      rate: sendRate,
      params: IdParams,
      body: StrictObject({ body: WrittenText({ min: 1, max: MAX_MESSAGE_LENGTH }) }),
      status: 201,
      response: Message,
    },
  },
)

/** `message.sent` is about a message, `message.read` about a conversation that somebody read or accepted. */
export const events = ['message.sent', 'message.read'] as const

/** Up to `seq` it has been read: by me on another device where `mine`, else by the other. */
export const MessageReadMessage = StrictObject({
  conversationWith: Id,
  readAt: Time,
  seq: Type.Integer(),
  mine: Type.Boolean(),
})
export type MessageReadMessage = Static<typeof MessageReadMessage>

export const messages = { 'message:new': Message, 'message:read': MessageReadMessage }
