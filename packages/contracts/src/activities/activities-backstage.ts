import { Type, type Static } from 'typebox'
import { Activity, ActivityCard, Criterion, Money, moments, Scores, Tier } from './activities.js'
import { Award } from './activity-entries.js'
import { activityLimits, activityPhases, activityColumns, entryColumns } from './activities.constants.js'
import { declareRoutes } from '../route.js'
import { Id, Enum, Nullable, StrictObject, TableOf, Text, Time, WrittenText } from '../shapes.js'
import { BulkResponse, bulkBody, Reason, tableQuery } from '../backstage/tables.js'
import { PublicUser } from '../users/users.js'
import { titleLength } from '../works/works.constants.js'
import { paths } from './activities-backstage.paths.js'

const fields = {
  title: WrittenText({ min: activityLimits.minTitleLength, max: activityLimits.maxTitleLength }),
  summary: WrittenText({ max: activityLimits.maxSummaryLength }),
  /** HTML. The server sanitises it, and then `maxRulesLength` applies. */
  rules: Text(activityLimits.maxRulesLength * 2),
  bannerId: Id,
  coverId: Id,
  prize: Money,
  tiers: Type.Array(Tier, { maxItems: activityLimits.maxTiers }),
  criteria: Type.Array(Criterion, { maxItems: activityLimits.maxCriteria }),
  jurorIds: Type.Array(Id, { maxItems: activityLimits.maxJurors }),
  maxSubmissions: Type.Integer({ minimum: 1, maximum: activityLimits.maxSubmissions }),
  blind: Type.Boolean(),
  scoresPublished: Type.Boolean(),
  timeZone: Text(64),
  ...moments,
}
export const ActivityChanges = Type.Partial(
  StrictObject({ ...fields, clear: Type.Array(Enum(['bannerId', 'coverId'] as const), { maxItems: 2 }) }),
  { additionalProperties: false },
)
export type ActivityChanges = Static<typeof ActivityChanges>
export const ActivityInput = StrictObject({
  ...fields,
  bannerId: Type.Optional(fields.bannerId),
  coverId: Type.Optional(fields.coverId),
})
export type ActivityInput = Static<typeof ActivityInput>

export const BackstageActivity = StrictObject({
  ...Activity.properties,
  announced: Type.Boolean(),
  /** Fields that cannot be changed any more, with the reason in the reader's language. */
  locked: Type.Array(StrictObject({ field: Text(40), message: Text(1024) })),
})
export type BackstageActivity = Static<typeof BackstageActivity>

/** Until prizes are awarded, `rank` and `award` are a projection from the scores so far. */
export const Standing = StrictObject({
  participants: Type.Integer(),
  entrants: Type.Integer(),
  disqualified: Type.Integer(),
  jurors: Type.Array(StrictObject({ juror: PublicUser, scored: Type.Integer() })),
  lines: Type.Array(
    StrictObject({
      entryId: Id,
      workId: Id,
      title: Text(titleLength.max),
      creator: Nullable(PublicUser),
      jurors: Type.Integer(),
      score: Nullable(Type.Number()),
      rank: Nullable(Type.Integer()),
      award: Nullable(Award),
    }),
  ),
  /** Sum of all bonuses. The sum is less than the prize money if fewer entries have scores than there are prizes. */
  bonuses: Money,
})
export type Standing = Static<typeof Standing>

export const BackstageEntry = StrictObject({
  id: Id,
  activityId: Id,
  activityTitle: ActivityCard.properties.title,
  phase: Enum(activityPhases),
  awarded: Type.Boolean(),
  criteria: Type.Array(Criterion),
  workId: Id,
  title: Text(titleLength.max),
  creator: Nullable(PublicUser),
  submittedAt: Time,
  version: Type.Integer(),
  disqualified: Nullable(StrictObject({ at: Time, reason: Text(activityLimits.maxReasonLength) })),
  score: Nullable(Type.Number()),
  /** Rank by the scores so far. The rank is final once the prizes are awarded. */
  rank: Nullable(Type.Integer()),
  award: Nullable(Award),
  scores: Type.Array(StrictObject({ juror: Nullable(PublicUser), scores: Scores })),
})
export type BackstageEntry = Static<typeof BackstageEntry>

export const routes = declareRoutes(paths, {
  listBackstageActivities: {
    summary: 'Lists all activities, including unannounced ones',
    access: 'admin',
    query: tableQuery(activityColumns, { phase: Type.Optional(Enum([...activityPhases, 'unannounced'])) }),
    response: TableOf(StrictObject({ ...ActivityCard.properties, announced: BackstageActivity.properties.announced })),
  },
  createActivity: {
    summary: 'Creates an activity, which is announced automatically at its start',
    access: 'admin',
    idempotent: true,
    rate: [{ calls: 60, windowSeconds: 3600, by: ['user'] }],
    body: ActivityInput,
    status: 201,
    response: BackstageActivity,
  },
  getBackstageActivity: {
    summary: 'Returns an activity, announced or not',
    access: 'admin',
    response: BackstageActivity,
  },
  updateActivity: {
    summary: 'Edits an activity, except past dates and, once it has entries, the rules they were submitted under',
    access: 'admin',
    body: ActivityChanges,
    response: BackstageActivity,
  },
  announceActivity: {
    summary: 'Announces an activity before its start',
    access: 'admin',
    response: BackstageActivity,
  },
  getStanding: {
    summary: 'Returns participants, jury progress and prizes by current scores',
    access: 'admin',
    response: Standing,
  },
  awardActivity: {
    summary: 'Awards all prizes by score, once',
    access: 'admin',
    response: StrictObject({ items: Type.Array(BackstageEntry) }),
  },
  listBackstageEntries: {
    summary: 'Lists entries with their current scores',
    access: 'admin',
    query: tableQuery(entryColumns, {
      activityId: Type.Optional(Id),
      phase: Type.Optional(Enum(activityPhases)),
      disqualified: Type.Optional(Enum(['yes', 'no'] as const)),
    }),
    response: TableOf(BackstageEntry),
  },
  disqualifyEntry: {
    summary: 'Disqualifies an entry before prizes are awarded; its creator gets the reason',
    access: 'admin',
    body: StrictObject({ reason: Reason }),
    response: BackstageEntry,
  },
  disqualifyEntries: {
    summary: 'Disqualifies several entries for one reason; skips those that cannot be disqualified',
    access: 'admin',
    body: bulkBody({ reason: Reason }),
    response: BulkResponse,
  },
  reinstateEntry: {
    summary: 'Reinstates a disqualified entry before prizes are awarded; the reason is logged',
    access: 'admin',
    body: StrictObject({ reason: Reason }),
    response: BackstageEntry,
  },
})
