import type { Generated } from 'kysely'
import type { ConversationKind, Standing } from '@toile/contracts/messages/messages.constants'

interface Conversations {
  id: string
  kind: ConversationKind
  /** Both users' ids in sorted order, unique per pair; null for moderation. */
  pair: string | null
  /** The subject of a moderation conversation; the work may no longer exist. */
  work_id: string | null
  last_seq: Generated<number>
  last_at: Generated<Date>
  created_at: Generated<Date>
}

interface ConversationMembers {
  conversation_id: string
  user_id: string
  standing: Standing
  /** `seq` of the last message that the user has read. `receipt_seq` is the one that the other user sees as read. */
  read_seq: Generated<number>
  receipt_seq: Generated<number>
  receipt_at: Date | null
}

interface Messages {
  id: string
  conversation_id: string
  seq: number
  sender_id: string
  /** Whether the message was written on behalf of the platform. */
  moderator: Generated<boolean>
  body: string
  image_id: string | null
  /** Idempotency key of the sender's client. */
  sent_key: string | null
  created_at: Generated<Date>
  deleted_at: Date | null
}

export interface MessagesTables {
  conversations: Conversations
  conversation_members: ConversationMembers
  messages: Messages
}
