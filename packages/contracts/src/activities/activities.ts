import { Type, type Static } from 'typebox'
import { activityLimits, activityPhases, scoreRange } from './activities.constants.js'
import { Image } from '../images/images.js'
import { declareRoutes, reads } from '../route.js'
import {
  Failure,
  Id,
  IdParams,
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
import { paths } from './activities.paths.js'

/** Whole minor units (cents) of a currency of ISO 4217. */
export const Money = StrictObject({
  amount: Type.Integer({ minimum: 0, maximum: activityLimits.maxPrizeAmount }),
  currency: Type.String({ pattern: '^[A-Z]{3}$', minLength: 3, maxLength: 3 }),
})
export type Money = Static<typeof Money>

/** A prize, the first one first: `amount` in minor units of the prize money's currency. All together are the prize money. */
export const Tier = StrictObject({
  title: WrittenText({ min: 1, max: activityLimits.maxTierTitleLength }),
  amount: Money.properties.amount,
})
export type Tier = Static<typeof Tier>

/** What works are judged by, and how much it counts beside the others. */
export const Criterion = StrictObject({
  id: Type.String({ pattern: '^[a-z0-9-]{1,40}$', minLength: 1, maxLength: 40 }),
  title: WrittenText({ min: 1, max: activityLimits.maxCriterionTitleLength }),
  weight: Type.Integer({ minimum: 1, maximum: activityLimits.maxWeight }),
})
export type Criterion = Static<typeof Criterion>

/** Points by the id of the criterion. */
export const Scores = Type.Record(
  Type.String({ pattern: '^[a-z0-9-]{1,40}$', maxLength: 40 }),
  Type.Integer({ minimum: scoreRange.min, maximum: scoreRange.max }),
  { maxProperties: activityLimits.maxCriteria },
)
export type Scores = Static<typeof Scores>

/** The moments in their order; each phase begins with one and is over at the next. See `phaseWindows`. */
export const moments = {
  startsAt: Time,
  registrationStartsAt: Time,
  /** Here the submission of works begins. */
  registrationEndsAt: Time,
  submissionEndsAt: Time,
  reviewEndsAt: Time,
  endsAt: Time,
}

/** Where an activity stands, by the database's clock. */
const standing = {
  phase: Enum(activityPhases),
  /** When the next phase begins; null once it has ended. */
  nextChangeAt: Nullable(Time),
  /** The database's clock when this was answered: countdowns run from here, whatever the reader's clock says. */
  now: Time,
}

/** An activity in a list. */
export const ActivityCard = StrictObject({
  id: Id,
  title: Text(activityLimits.maxTitleLength),
  /** One or two plain sentences. */
  summary: Text(activityLimits.maxSummaryLength),
  cover: Nullable(Image),
  prize: Money,
  ...moments,
  /** Of IANA: the one in which the operators think; moments are instants. */
  timeZone: Text(64),
  ...standing,
  participants: Type.Integer(),
  works: Type.Integer(),
  /** Whether prizes have been given. */
  awarded: Type.Boolean(),
  version: Type.Integer(),
})
export type ActivityCard = Static<typeof ActivityCard>

/** An activity whole, as its page shows it. */
export const Activity = StrictObject({
  ...ActivityCard.properties,
  /** Clean HTML: see rich-text.constants.ts. */
  rules: Text(activityLimits.maxRulesLength * 2),
  banner: Nullable(Image),
  tiers: Type.Array(Tier),
  criteria: Type.Array(Criterion),
  jurors: Type.Array(PublicUser),
  maxSubmissions: Type.Integer(),
  /** Until prizes are given nobody is shown whose an entry is. */
  blind: Type.Boolean(),
  /** Whether the score sheet is shown to everyone once prizes are given. */
  scoresPublished: Type.Boolean(),
  awardedAt: Nullable(Time),
  /** The caller's own part in it; null for a visitor. */
  mine: Nullable(StrictObject({ registeredAt: Nullable(Time), works: Type.Integer(), juror: Type.Boolean() })),
})
export type Activity = Static<typeof Activity>

const Participant = StrictObject({ user: PublicUser, registeredAt: Time })

/** What the call leaves behind. */
const Registration = StrictObject({ registeredAt: Nullable(Time), participants: Type.Integer() })

export const Eligibility = StrictObject({
  canRegister: Type.Boolean(),
  canSubmit: Type.Boolean(),
  /** Everything that stops the caller, at once; `step` says what it stops. */
  reasons: Type.Array(StrictObject({ ...Failure.properties, step: Enum(['register', 'submit'] as const) })),
})
export type Eligibility = Static<typeof Eligibility>

export const routes = declareRoutes(paths, {
  listActivities: {
    summary: 'Activities that have been announced, the one that opens last first; those of one phase, or all',
    access: 'public',
    rate: reads(2),
    query: StrictObject({ ...PageQuery, phase: Type.Optional(Enum(activityPhases)) }),
    status: 200,
    response: PageOf(ActivityCard),
  },
  getActivity: {
    summary: 'An activity with its rules, and the caller’s part in it',
    access: 'public',
    rate: reads(1),
    params: IdParams,
    status: 200,
    response: Activity,
  },
  registerForActivity: {
    summary: 'Registers the caller; doing it twice changes nothing',
    access: 'verified',
    rate: [{ calls: 30, windowSeconds: 60, by: ['user'] }],
    params: IdParams,
    status: 200,
    response: Registration,
  },
  cancelRegistration: {
    summary: 'Takes the registration back, until works are reviewed; who has entered works withdraws them first',
    access: 'user',
    rate: [{ calls: 30, windowSeconds: 60, by: ['user'] }],
    params: IdParams,
    status: 200,
    response: Registration,
  },
  getEligibility: {
    summary: 'All that stops the caller from registering or from entering a work',
    access: 'public',
    rate: reads(2),
    params: IdParams,
    query: StrictObject({ workId: Type.Optional(Id) }),
    status: 200,
    response: Eligibility,
  },
  listParticipants: {
    summary: 'Who has registered, the latest first',
    access: 'public',
    rate: reads(2),
    params: IdParams,
    query: StrictObject(PageQuery),
    status: 200,
    response: PageOf(Participant),
  },
})

/**
 * `activity.phase` is written once for each activity and phase, `activity.due` once for each reminder, `activity.changed`
 * when an administrator changed it, so times may have moved.
 */
export const events = [
  'activity.phase',
  'activity.due',
  'activity.changed',
  'activity.awarded',
  'activity.disqualified',
  'activity.reinstated',
] as const

export const ActivityPhaseMessage = StrictObject({
  activityId: Id,
  phase: standing.phase,
  nextChangeAt: standing.nextChangeAt,
})
export type ActivityPhaseMessage = Static<typeof ActivityPhaseMessage>

export const messages = { 'activity:phase': ActivityPhaseMessage }
