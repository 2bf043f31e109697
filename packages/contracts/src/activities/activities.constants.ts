import type { TableColumns } from '../backstage/tables.constants.js'
/** An activity's phase is not stored. Every read derives it from the activity's times and the database clock. */
export const activityPhases = ['upcoming', 'registration', 'submission', 'reviewing', 'awarding', 'ended'] as const
export type ActivityPhase = (typeof activityPhases)[number]

/** The moments in chronological order. Before `startsAt`, only administrators see the activity. */
export const activityMoments = [
  'startsAt',
  'registrationStartsAt',
  'registrationEndsAt',
  'submissionEndsAt',
  'reviewEndsAt',
  'endsAt',
] as const
export type ActivityMoment = (typeof activityMoments)[number]

export const phaseWindows: Record<ActivityPhase, readonly [ActivityMoment, ActivityMoment | null]> = {
  upcoming: ['startsAt', 'registrationStartsAt'],
  registration: ['registrationStartsAt', 'registrationEndsAt'],
  submission: ['registrationEndsAt', 'submissionEndsAt'],
  reviewing: ['submissionEndsAt', 'reviewEndsAt'],
  awarding: ['reviewEndsAt', 'endsAt'],
  ended: ['endsAt', null],
}

/** Hours from reminder to deadline. Reminders go to participants without an entry and jurors with entries to score. */
export const CLOSING_HOURS = 24

/** Lengths are in code points after trimming and NFC. */
export const activityLimits = {
  minTitleLength: 4,
  maxTitleLength: 80,
  maxSummaryLength: 300,
  /** Counts the sanitised HTML with its tags, untrimmed. */
  maxRulesLength: 50_000,
  maxTierTitleLength: 40,
  maxCriterionTitleLength: 40,
  maxTiers: 20,
  maxCriteria: 10,
  maxJurors: 30,
  maxWeight: 100,
  maxSubmissions: 20,
  /** In minor units (cents). In most currencies, the maximum is ten million whole units. */
  maxPrizeAmount: 1_000_000_000,
  maxReasonLength: 500,
}

/** The weights of all criteria must add up to this, so each weight is a percentage. */
export const TOTAL_WEIGHT = 100

export const scoreRange = { min: 0, max: 100 }

export const activityColumns = {
  title: { sort: true },
  phase: {},
  startsAt: { sort: true },
  registrationEndsAt: { sort: true },
  submissionEndsAt: { sort: true },
  endsAt: { sort: true },
  participants: { sort: true },
  works: { sort: true },
  prize: {},
} as const satisfies TableColumns

export const entryColumns = {
  title: { sort: true },
  creator: { sort: true },
  activity: { sort: true },
  phase: {},
  submittedAt: { sort: true, file: ['submittedAt', 'version'] },
  scores: {},
  score: { sort: true },
  rank: {},
  prize: { file: ['prize', 'bonus'] },
  standing: { file: ['standing', 'disqualifiedReason', 'prize'] },
} as const satisfies TableColumns
