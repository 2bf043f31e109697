import { Type, type Static } from 'typebox'
import { activityLimits, activityPhases, scoreRange } from './activities.constants.js'
import { Image } from '../images/images.js'
import { declareRoutes, reads } from '../route.js'
import { Failure, Id, Enum, Nullable, PageOf, PageQuery, StrictObject, Text, Time, WrittenText } from '../shapes.js'
import { PublicUser } from '../users/users.js'
import { paths } from './activities.paths.js'

/** `amount` is in minor units (cents). `currency` is an ISO 4217 code. */
export const Money = StrictObject({
  amount: Type.Integer({ minimum: 0, maximum: activityLimits.maxPrizeAmount }),
  currency: Type.String({ pattern: '^[A-Z]{3}$', minLength: 3, maxLength: 3 }),
})
export type Money = Static<typeof Money>

/** One prize. An activity lists the first prize first, and all amounts (in minor units) add up to the prize money. */
export const Tier = StrictObject({
  title: WrittenText({ min: 1, max: activityLimits.maxTierTitleLength }),
  amount: Money.properties.amount,
})
export type Tier = Static<typeof Tier>

export const Criterion = StrictObject({
  id: Type.String({ pattern: '^[a-z0-9-]{1,40}$', minLength: 1, maxLength: 40 }),
  title: WrittenText({ min: 1, max: activityLimits.maxCriterionTitleLength }),
  weight: Type.Integer({ minimum: 1, maximum: activityLimits.maxWeight }),
})
export type Criterion = Static<typeof Criterion>

export const Scores = Type.Record(
  Type.String({ pattern: '^[a-z0-9-]{1,40}$', maxLength: 40 }),
  Type.Integer({ minimum: scoreRange.min, maximum: scoreRange.max }),
  { maxProperties: activityLimits.maxCriteria },
)
export type Scores = Static<typeof Scores>

/** In chronological order. `phaseWindows` names the moments at which each phase begins and ends. */
export const moments = {
  startsAt: Time,
  registrationStartsAt: Time,
  /** Submission starts at this moment, too. */
  registrationEndsAt: Time,
  submissionEndsAt: Time,
  reviewEndsAt: Time,
  endsAt: Time,
}

const standing = {
  phase: Enum(activityPhases),
  nextChangeAt: Nullable(Time),
  /** Time of the response by the database clock. Countdowns start from it, so the client's clock does not matter. */
  now: Time,
}

export const ActivityCard = StrictObject({
  id: Id,
  title: Text(activityLimits.maxTitleLength),
  summary: Text(activityLimits.maxSummaryLength),
  cover: Nullable(Image),
  prize: Money,
  ...moments,
  /** IANA name. Only for entering and showing the moments, which are themselves instants. */
  timeZone: Text(64),
  ...standing,
  participants: Type.Integer(),
  works: Type.Integer(),
  awarded: Type.Boolean(),
  version: Type.Integer(),
})
export type ActivityCard = Static<typeof ActivityCard>

export const Activity = StrictObject({
  ...ActivityCard.properties,
  rules: Text(activityLimits.maxRulesLength * 2),
  banner: Nullable(Image),
  tiers: Type.Array(Tier),
  criteria: Type.Array(Criterion),
  jurors: Type.Array(PublicUser),
  maxSubmissions: Type.Integer(),
  /** Hides the creators of entries from other users until prizes are awarded or the activity ends. */
  blind: Type.Boolean(),
  scoresPublished: Type.Boolean(),
  awardedAt: Nullable(Time),
  /** The caller's part in the activity. Null for visitors. */
  mine: Nullable(StrictObject({ registeredAt: Nullable(Time), works: Type.Integer(), juror: Type.Boolean() })),
})
export type Activity = Static<typeof Activity>

const Participant = StrictObject({ user: PublicUser, registeredAt: Time })

const Registration = StrictObject({ registeredAt: Nullable(Time), participants: Type.Integer() })

export const Eligibility = StrictObject({
  canRegister: Type.Boolean(),
  canSubmit: Type.Boolean(),
  /** All obstacles, not only the first. `step` is what the obstacle prevents. */
  reasons: Type.Array(StrictObject({ ...Failure.properties, step: Enum(['register', 'submit'] as const) })),
})
export type Eligibility = Static<typeof Eligibility>

export const routes = declareRoutes(paths, {
  listActivities: {
    summary: 'Lists announced activities, all or in one phase, latest opening first',
    access: 'public',
    rate: reads(2),
    query: StrictObject({ ...PageQuery, phase: Type.Optional(Enum(activityPhases)) }),
    response: PageOf(ActivityCard),
  },
  getActivity: {
    summary: 'Returns an activity with its rules and the caller’s participation',
    access: 'public',
    rate: reads(1),
    response: Activity,
  },
  registerForActivity: {
    summary: 'Registers the caller; idempotent',
    access: 'verified',
    rate: [{ calls: 30, windowSeconds: 60, by: ['user'] }],
    response: Registration,
  },
  cancelRegistration: {
    summary: 'Cancels the caller’s registration before the review; entries must be withdrawn first',
    access: 'user',
    rate: [{ calls: 30, windowSeconds: 60, by: ['user'] }],
    response: Registration,
  },
  getEligibility: {
    summary: 'Lists what prevents the caller from registering or submitting',
    access: 'public',
    rate: reads(2),
    query: StrictObject({ workId: Type.Optional(Id) }),
    response: Eligibility,
  },
  listParticipants: {
    summary: 'Lists participants, latest first',
    access: 'public',
    rate: reads(2),
    query: StrictObject(PageQuery),
    response: PageOf(Participant),
  },
})

export const ActivityPhaseMessage = StrictObject({
  activityId: Id,
  phase: standing.phase,
  nextChangeAt: standing.nextChangeAt,
})
export type ActivityPhaseMessage = Static<typeof ActivityPhaseMessage>

export const messages = { 'activity:phase': ActivityPhaseMessage }
