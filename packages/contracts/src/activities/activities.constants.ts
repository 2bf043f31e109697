import type { TableColumns } from '../backstage/tables.constants.js'
/**
 * What an activity goes through. Which one it is in follows from its times and the database's clock alone, each time it
 * is asked; nothing switches it.
 */
export const activityPhases = ['upcoming', 'registration', 'submission', 'reviewing', 'awarding', 'ended'] as const
export type ActivityPhase = (typeof activityPhases)[number]

/** The moments of an activity in their order. Before the first one only administrators know of it. */
export const activityMoments = [
  'startsAt',
  'registrationStartsAt',
  'registrationEndsAt',
  'submissionEndsAt',
  'reviewEndsAt',
  'endsAt',
] as const
export type ActivityMoment = (typeof activityMoments)[number]

/** The moments between which each phase lies: it begins at the first, and is over at the second. */
export const phaseWindows: Record<ActivityPhase, readonly [ActivityMoment, ActivityMoment | null]> = {
  upcoming: ['startsAt', 'registrationStartsAt'],
  registration: ['registrationStartsAt', 'registrationEndsAt'],
  submission: ['registrationEndsAt', 'submissionEndsAt'],
  reviewing: ['submissionEndsAt', 'reviewEndsAt'],
  awarding: ['reviewEndsAt', 'endsAt'],
  ended: ['endsAt', null],
}

/** Hours before the deadline at which those who have entered nothing are told, and jurors who have not scored everything. */
export const CLOSING_HOURS = 24

/** Counted in code points after trimming and NFC. */
export const activityLimits = {
  minTitleLength: 4,
  maxTitleLength: 80,
  maxSummaryLength: 300,
  /** UTF-16 units of the cleaned HTML. */
  maxRulesLength: 50_000,
  maxTierTitleLength: 40,
  maxCriterionTitleLength: 40,
  maxTiers: 20,
  maxCriteria: 10,
  maxJurors: 30,
  maxWeight: 100,
  maxSubmissions: 20,
  /** Minor units: ten million of most currencies. */
  maxPrizeAmount: 1_000_000_000,
  maxReasonLength: 500,
}

/** What the weights of the criteria of an activity add up to, so that each is a share in percent. */
export const TOTAL_WEIGHT = 100

/** What a juror gives for each criterion; whole numbers. */
export const scoreRange = { min: 0, max: 100 }

/** The table of activities in the back office. */
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

/** The table of entries in all activities. */
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
