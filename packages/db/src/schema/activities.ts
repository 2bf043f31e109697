import type { ColumnType, Generated } from 'kysely'
import type { Criterion, Scores, Tier } from '@toile/contracts/activities/activities'

interface Activities {
  id: string
  title: string
  summary: string
  /** Sanitized HTML. */
  rules: string
  /** Images in the rules. */
  image_ids: Generated<string[]>
  banner_id: string | null
  cover_id: string | null
  /** In minor units. */
  prize_amount: number
  currency: string
  tiers: ColumnType<Tier[], string, string>
  criteria: ColumnType<Criterion[], string, string>
  max_submissions: number
  blind: boolean
  scores_published: boolean
  time_zone: string
  starts_at: Date
  registration_starts_at: Date
  registration_ends_at: Date
  submission_ends_at: Date
  review_ends_at: Date
  ends_at: Date
  awarded_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface ActivityRegistrations {
  activity_id: string
  user_id: string
  created_at: Date
}

interface ActivityJurors {
  activity_id: string
  user_id: string
}

interface ActivitySubmissions {
  id: string
  activity_id: string
  work_id: string
  version_id: string
  /** The text that is signed, see receipt-text.ts. */
  receipt: string
  submitted_at: Date
  disqualified_at: Date | null
  disqualified_reason: string | null
  /** `rank` and `score` are set when the prizes are awarded. */
  rank: number | null
  score: number | null
}

interface ActivityScores {
  submission_id: string
  juror_id: string
  scores: ColumnType<Scores, string, string>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface ActivityAwards {
  activity_id: string
  /** Numbers the activity's prizes from 1. Tied entries have different slots but the same rank. */
  slot: number
  submission_id: string
  work_id: string
  rank: number
  title: string
  /** In minor units. */
  bonus: number
  created_at: Generated<Date>
}

interface ActivityAnnouncements {
  activity_id: string
  phase: string
  at: Generated<Date>
}

export interface ActivitiesTables {
  activities: Activities
  activity_registrations: ActivityRegistrations
  activity_jurors: ActivityJurors
  activity_submissions: ActivitySubmissions
  activity_scores: ActivityScores
  activity_awards: ActivityAwards
  activity_announcements: ActivityAnnouncements
}
