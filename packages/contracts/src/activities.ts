import { Type, type Static } from 'typebox'
import { activityLimits, activityPhases, scoreRange } from './activities.constants.js'
import { Image } from './images.js'
import { route } from './route.js'
import { Failure, Id, IdParams, OneOf, OrNull, PageOf, PageQuery, Shape, Text, Time } from './shapes.js'
import { PublicUser } from './users.js'

/** Whole minor units (cents) of a currency of ISO 4217. */
export const Money = Shape({
  amount: Type.Integer({ minimum: 0, maximum: activityLimits.maxPrizeAmount }),
  currency: Type.String({ pattern: '^[A-Z]{3}$', minLength: 3, maxLength: 3 }),
})
export type Money = Static<typeof Money>

/** A prize, the first one first: `amount` in minor units of the prize money's currency. All together are the prize money. */
export const Tier = Shape({ title: Text(activityLimits.maxTierTitleLength * 4), amount: Money.properties.amount })
export type Tier = Static<typeof Tier>

/** What works are judged by, and how much it counts beside the others. */
export const Criterion = Shape({
  id: Type.String({ pattern: '^[a-z0-9-]{1,40}$', minLength: 1, maxLength: 40 }),
  title: Text(activityLimits.maxCriterionTitleLength * 4),
  weight: Type.Integer({ minimum: 1, maximum: activityLimits.maxWeight }),
})
export type Criterion = Static<typeof Criterion>

/** Points by the id of the criterion. */
export const Scores = Type.Record(
  Type.String({ pattern: '^[a-z0-9-]{1,40}$', maxLength: 40 }),
  Type.Integer({ minimum: scoreRange.min, maximum: scoreRange.max }),
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
  phase: OneOf(activityPhases),
  /** When the next phase begins; null once it has ended. */
  nextChangeAt: OrNull(Time),
  /** The database's clock when this was answered: countdowns run from here, whatever the reader's clock says. */
  now: Time,
}

/** An activity in a list. */
export const ActivityCard = Shape({
  id: Id,
  title: Text(activityLimits.maxTitleLength * 4),
  /** One or two plain sentences. */
  summary: Text(activityLimits.maxSummaryLength * 4),
  cover: OrNull(Image),
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
export const Activity = Shape({
  ...ActivityCard.properties,
  /** Clean HTML: see rich-text.constants.ts. */
  rules: Text(activityLimits.maxRulesLength * 2),
  banner: OrNull(Image),
  tiers: Type.Array(Tier),
  criteria: Type.Array(Criterion),
  jurors: Type.Array(PublicUser),
  maxSubmissions: Type.Integer(),
  /** Until prizes are given nobody is shown whose an entry is. */
  blind: Type.Boolean(),
  /** Whether the score sheet is shown to everyone once prizes are given. */
  scoresPublished: Type.Boolean(),
  awardedAt: OrNull(Time),
  /** The caller's own part in it; null for a visitor. */
  mine: OrNull(Shape({ registeredAt: OrNull(Time), works: Type.Integer(), juror: Type.Boolean() })),
})
export type Activity = Static<typeof Activity>

/** A prize that was given. Those who tie have the same rank and title, and share what their places bring together. */
export const Award = Shape({ rank: Type.Integer(), title: Tier.properties.title, bonus: Money })
export type Award = Static<typeof Award>

/** A work in an activity: title and pictures as they were when it was entered. */
export const Entry = Shape({
  id: Id,
  workId: Id,
  title: Text(200),
  cover: OrNull(Image),
  /** The model as it was entered; null where there is none to turn. */
  model: OrNull(Shape({ url: Text(2048), bytes: Type.Integer() })),
  /** Whose it is; null while that is hidden, and for a deleted account. */
  creator: OrNull(PublicUser),
  mine: Type.Boolean(),
  /** Whether its page can be opened by the caller now. */
  open: Type.Boolean(),
  /** Number of the frozen version. */
  version: Type.Integer(),
  submittedAt: Time,
  /** Why it was taken out of the contest; null where it was not. Only its owner is shown the words. */
  disqualified: OrNull(Shape({ reason: Text(activityLimits.maxReasonLength * 4) })),
  /** Its place among all, once prizes are given; those that tie have the same. Null without scores. */
  rank: OrNull(Type.Integer()),
  award: OrNull(Award),
  /** Points out of 100; null until the score sheet is published. */
  score: OrNull(Type.Number()),
  /** What the caller, a juror, has given. */
  myScores: OrNull(Scores),
})
export type Entry = Static<typeof Entry>

const Participant = Shape({ user: PublicUser, registeredAt: Time })

/** A line of a person's history. */
export const ActivityHistory = Shape({
  id: Id,
  title: ActivityCard.properties.title,
  phase: OneOf(activityPhases),
  endsAt: Time,
  registeredAt: Time,
  /** What they entered; empty while that is hidden. */
  works: Type.Array(
    Shape({ workId: Id, title: Text(200), open: Type.Boolean(), rank: OrNull(Type.Integer()), award: OrNull(Award) }),
  ),
})
export type ActivityHistory = Static<typeof ActivityHistory>

/** What the call leaves behind. */
const Registration = Shape({ registeredAt: OrNull(Time), participants: Type.Integer() })

/** Proof of what was entered and when, good for as long as somebody keeps it. See docs/activities.md for checking it. */
export const Receipt = Shape({
  activityId: Id,
  workId: Id,
  versionId: Id,
  version: Type.Integer(),
  submittedAt: Time,
  files: Type.Array(
    Shape({ kind: OneOf(['original', 'model', 'video', 'cover'] as const), bytes: Type.Integer(), sha256: Text(64) }),
  ),
  /** The same as lines of text: this is what is signed, byte by byte. */
  signed: Text(8192),
  /** Ed25519, base64. */
  signature: Text(128),
  /** SPKI, PEM. */
  publicKey: Text(256),
})
export type Receipt = Static<typeof Receipt>

export const Eligibility = Shape({
  canRegister: Type.Boolean(),
  canSubmit: Type.Boolean(),
  /** Everything that stops the caller, at once; `step` says what it stops. */
  reasons: Type.Array(Shape({ ...Failure.properties, step: OneOf(['register', 'submit'] as const) })),
})
export type Eligibility = Static<typeof Eligibility>

/** A line of the published score sheet: the jury's means, 0 to 100, by criterion and weighted. */
export const SheetLine = Shape({
  workId: Id,
  title: Text(200),
  creator: OrNull(PublicUser),
  rank: OrNull(Type.Integer()),
  award: OrNull(Award),
  /** By the id of the criterion. */
  means: Type.Record(Text(40), Type.Number()),
  score: OrNull(Type.Number()),
  /** How many have scored it. */
  jurors: Type.Integer(),
})
export type SheetLine = Static<typeof SheetLine>

export const entryLists = ['all', 'mine', 'awarded', 'others'] as const
const EntryParams = Shape({ id: Id, workId: Id })

export const activityRoutes = {
  listActivities: route({
    method: 'GET',
    path: '/activities',
    summary: 'Activities that have been announced, the one that opens last first; those of one phase, or all',
    access: 'public',
    query: Shape({ ...PageQuery, phase: Type.Optional(OneOf(activityPhases)) }),
    status: 200,
    answer: PageOf(ActivityCard),
  }),
  getActivity: route({
    method: 'GET',
    path: '/activities/:id',
    summary: 'An activity with its rules, and the caller’s part in it',
    access: 'public',
    params: IdParams,
    status: 200,
    answer: Activity,
  }),
  registerForActivity: route({
    method: 'PUT',
    path: '/activities/:id/registration',
    summary: 'Registers the caller; doing it twice changes nothing',
    access: 'verified',
    rate: [{ calls: 30, windowSeconds: 60, by: ['user'] }],
    params: IdParams,
    status: 200,
    answer: Registration,
  }),
  cancelRegistration: route({
    method: 'DELETE',
    path: '/activities/:id/registration',
    summary: 'Takes the registration back, until works are reviewed; who has entered works withdraws them first',
    access: 'user',
    rate: [{ calls: 30, windowSeconds: 60, by: ['user'] }],
    params: IdParams,
    status: 200,
    answer: Registration,
  }),
  submitToActivity: route({
    method: 'POST',
    path: '/activities/:id/submissions',
    summary:
      'Enters a released public work of the caller’s as it is now. What counts is when this call is done, by the database’s clock',
    access: 'verified',
    idempotent: true,
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    params: IdParams,
    body: Shape({ workId: Id }),
    status: 201,
    answer: Entry,
  }),
  withdrawFromActivity: route({
    method: 'DELETE',
    path: '/activities/:id/submissions/:workId',
    summary: 'Takes a work out again, until the deadline',
    access: 'user',
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    params: EntryParams,
    status: 204,
    answer: null,
  }),
  getReceipt: route({
    method: 'GET',
    path: '/activities/:id/submissions/:workId/receipt',
    summary: 'The signed receipt of an entry',
    access: 'public',
    params: EntryParams,
    status: 200,
    answer: Receipt,
  }),
  checkReceipt: route({
    method: 'POST',
    path: '/activities/:id/receipts/check',
    summary: 'Whether a receipt is ours, and whether what it tells of still stands unchanged',
    access: 'public',
    rate: [{ calls: 60, windowSeconds: 60, by: ['address'] }],
    params: IdParams,
    body: Shape({ signed: Receipt.properties.signed, signature: Receipt.properties.signature }),
    status: 200,
    /** `genuine`: this site has signed it. `stands`: the entry is there, with these very files. */
    answer: Shape({ genuine: Type.Boolean(), stands: Type.Boolean() }),
  }),
  getEligibility: route({
    method: 'GET',
    path: '/activities/:id/eligibility',
    summary: 'All that stops the caller from registering or from entering a work',
    access: 'public',
    params: IdParams,
    query: Shape({ workId: Type.Optional(Id) }),
    status: 200,
    answer: Eligibility,
  }),
  listParticipants: route({
    method: 'GET',
    path: '/activities/:id/participants',
    summary: 'Who has registered, the latest first',
    access: 'public',
    params: IdParams,
    query: Shape(PageQuery),
    status: 200,
    answer: PageOf(Participant),
  }),
  listEntries: route({
    method: 'GET',
    path: '/activities/:id/works',
    summary: 'Works in an activity, the latest first: all, the caller’s own, those with a prize, or the others',
    access: 'public',
    params: IdParams,
    query: Shape({ ...PageQuery, list: Type.Optional(OneOf(entryLists)) }),
    status: 200,
    answer: PageOf(Entry),
  }),
  listWinners: route({
    method: 'GET',
    path: '/activities/:id/winners',
    summary: 'Works with a prize, the first one first; none until prizes are given',
    access: 'public',
    params: IdParams,
    status: 200,
    answer: Shape({ items: Type.Array(Entry) }),
  }),
  scoreEntry: route({
    method: 'PUT',
    path: '/activities/:id/works/:workId/scores',
    summary: 'A juror’s points for a work, by criterion; may be changed until the review is over',
    access: 'user',
    rate: [{ calls: 120, windowSeconds: 60, by: ['user'] }],
    params: EntryParams,
    body: Shape({ scores: Scores }),
    status: 200,
    answer: Entry,
  }),
  getScoreSheet: route({
    method: 'GET',
    path: '/activities/:id/scores',
    summary: 'The score sheet, where it is published and prizes are given',
    access: 'public',
    params: IdParams,
    status: 200,
    answer: Shape({ items: Type.Array(SheetLine) }),
  }),
  listActivitiesOfUser: route({
    method: 'GET',
    path: '/users/:id/activities',
    summary: 'What a person has taken part in, the latest first, with rank and bonus',
    access: 'public',
    params: IdParams,
    query: Shape(PageQuery),
    status: 200,
    answer: PageOf(ActivityHistory),
  }),
}

/**
 * `activity.phase` is written once for each activity and phase, `activity.due` once for each reminder, `activity.changed`
 * when an administrator changed it, so times may have moved.
 */
export const activityEvents = [
  'activity.phase',
  'activity.due',
  'activity.changed',
  'activity.awarded',
  'activity.disqualified',
  'activity.reinstated',
] as const

export const ActivityPhaseMessage = Shape({
  activityId: Id,
  phase: standing.phase,
  nextChangeAt: standing.nextChangeAt,
})
export type ActivityPhaseMessage = Static<typeof ActivityPhaseMessage>
