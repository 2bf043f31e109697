import type { Generated } from 'kysely'
import type { ConversationKind, Standing } from '@toile/contracts/messages/messages.constants'

interface Conversations {
  id: string
  kind: ConversationKind
  /** Both people's ids in their order, so that two have one conversation; null of moderation. */
  pair: string | null
  /** What moderators write about; the work may be deleted meanwhile. */
  work_id: string | null
  last_seq: Generated<number>
  last_at: Generated<Date>
  created_at: Generated<Date>
}

interface ConversationMembers {
  conversation_id: string
  user_id: string
  standing: Standing
  /** Up to where they have read, and up to where the other is told so. */
  read_seq: Generated<number>
  receipt_seq: Generated<number>
  receipt_at: Date | null
}

interface Messages {
  id: string
  conversation_id: string
  seq: number
  sender_id: string
  /** Written in the name of the platform. */
  moderator: Generated<boolean>
  body: string
  image_id: string | null
  /** Of the sender's client: the same message sent again is the same. */
  sent_key: string | null
  created_at: Generated<Date>
  deleted_at: Date | null
}

/** What people write to each other. */
export interface MessagesTables {
  conversations: Conversations
  conversation_members: ConversationMembers
  messages: Messages
}
