import { Type, type Static } from 'typebox'
import { ActivityCard, Money, Scores, Tier } from './activities.js'
import { activityLimits, activityPhases } from './activities.constants.js'
import { Image } from '../images/images.js'
import { declareRoutes, reads } from '../route.js'
import { Id, Enum, Nullable, PageOf, PageQuery, StrictObject, Text, Time } from '../shapes.js'
import { PublicUser } from '../users/users.js'
import { Work } from '../works/works.js'
import { titleLength } from '../works/works.constants.js'
import { paths } from './activity-entries.paths.js'

/** An awarded prize. Tied entries share rank and title, and split the sum of their places' prizes. */
export const Award = StrictObject({ rank: Type.Integer(), title: Tier.properties.title, bonus: Money })
export type Award = Static<typeof Award>

/** Title and pictures are those of the version that was submitted. Later changes of the work do not alter them. */
export const Entry = StrictObject({
  id: Id,
  workId: Id,
  title: Text(titleLength.max),
  cover: Nullable(Image),
  model: Nullable(StrictObject({ url: Text(2048), bytes: Type.Integer() })),
  /** Null if the account is deleted. While creators are hidden, it is null for everyone but the creator. */
  creator: Nullable(PublicUser),
  mine: Type.Boolean(),
  open: Type.Boolean(),
  version: Type.Integer(),
  submittedAt: Time,
  /** Null unless the entry is disqualified. `reason` is empty for everyone but the entry's owner. */
  disqualified: Nullable(StrictObject({ reason: Text(activityLimits.maxReasonLength) })),
  /** Null until prizes are awarded, and for entries that had no scores or did not count then. Ties share a rank. */
  rank: Nullable(Type.Integer()),
  award: Nullable(Award),
  /** From 0 to 100. Null until the score sheet is published, and for an entry without scores. */
  score: Nullable(Type.Number()),
  myScores: Nullable(Scores),
})
export type Entry = Static<typeof Entry>

/** An entry with its content. For callers who may not see the content, its fields are empty. */
export const WholeEntry = StrictObject({
  ...Entry.properties,
  intro: Work.properties.intro,
  hotspots: Work.properties.hotspots,
  video: Work.properties.video,
  images: Work.properties.images,
})
export type WholeEntry = Static<typeof WholeEntry>

export const ActivityHistory = StrictObject({
  id: Id,
  title: ActivityCard.properties.title,
  phase: Enum(activityPhases),
  endsAt: Time,
  registeredAt: Time,
  works: Type.Array(
    StrictObject({
      workId: Id,
      title: Text(titleLength.max),
      open: Type.Boolean(),
      rank: Nullable(Type.Integer()),
      award: Nullable(Award),
    }),
  ),
})
export type ActivityHistory = Static<typeof ActivityHistory>

/** Signed proof of an entry and its submission time, valid for ever. docs/activities.md explains how to verify it. */
export const Receipt = StrictObject({
  activityId: Id,
  workId: Id,
  versionId: Id,
  version: Type.Integer(),
  submittedAt: Time,
  /** Hex SHA-256 of title, introduction and hotspots. Empty in older receipts. */
  words: Type.Optional(Text(64)),
  files: Type.Array(
    StrictObject({
      kind: Enum(['original', 'model', 'video', 'cover', 'picture'] as const),
      bytes: Type.Integer(),
      sha256: Text(64),
    }),
  ),
  /** The receipt as lines of text. Exactly these bytes are signed. */
  signed: Text(8192),
  /** Ed25519 signature in base64. */
  signature: Text(128),
  /** Public key as SPKI in PEM. */
  publicKey: Text(256),
})
export type Receipt = Static<typeof Receipt>

/** The jury's mean scores, from 0 to 100. `means` has one mean per criterion. `score` is their weighted mean. */
export const ScoreSheetRow = StrictObject({
  workId: Id,
  title: Text(titleLength.max),
  creator: Nullable(PublicUser),
  rank: Nullable(Type.Integer()),
  award: Nullable(Award),
  means: Type.Record(Text(40), Type.Number()),
  score: Nullable(Type.Number()),
  jurors: Type.Integer(),
})
export type ScoreSheetRow = Static<typeof ScoreSheetRow>

export const entryLists = ['all', 'mine', 'awarded', 'others'] as const
const EntryParams = StrictObject({ id: Id, workId: Id })

export const routes = declareRoutes(paths, {
  submitToActivity: {
    summary: 'Submits a published public work of the caller as it is now; server time at the end of the request counts',
    access: 'verified',
    idempotent: true,
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    body: StrictObject({ workId: Id }),
    status: 201,
    response: Entry,
  },
  withdrawFromActivity: {
    summary: 'Withdraws an entry before the deadline',
    access: 'user',
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    params: EntryParams,
  },
  getReceipt: {
    summary: 'Returns the signed receipt of an entry',
    access: 'public',
    rate: reads(1),
    params: EntryParams,
    response: Receipt,
  },
  checkReceipt: {
    summary: 'Checks whether a receipt is genuine and its entry still exists unchanged',
    access: 'public',
    rate: [{ calls: 60, windowSeconds: 60, by: ['address'] }],
    body: StrictObject({ signed: Receipt.properties.signed, signature: Receipt.properties.signature }),
    /** `genuine`: this site signed the receipt. `stands`: also, the entry still exists with exactly this receipt. */
    response: StrictObject({ genuine: Type.Boolean(), stands: Type.Boolean() }),
  },
  listEntries: {
    summary: 'Lists entries of an activity (all, the caller’s, winners or the others), latest first',
    access: 'public',
    rate: reads(2),
    query: StrictObject({ ...PageQuery, list: Type.Optional(Enum(entryLists)) }),
    response: PageOf(Entry),
  },
  getEntry: {
    summary: 'Returns an entry with everything that was submitted',
    access: 'public',
    rate: reads(1),
    params: EntryParams,
    response: WholeEntry,
  },
  listWinners: {
    summary: 'Lists winning entries by rank; empty until prizes are awarded',
    access: 'public',
    rate: reads(2),
    response: StrictObject({ items: Type.Array(Entry) }),
  },
  scoreEntry: {
    summary: 'Sets a juror’s scores for an entry, by criterion, until the review ends',
    access: 'user',
    rate: [{ calls: 120, windowSeconds: 60, by: ['user'] }],
    params: EntryParams,
    body: StrictObject({ scores: Scores }),
    response: Entry,
  },
  getScoreSheet: {
    summary: 'Returns the score sheet, if published and prizes are awarded',
    access: 'public',
    rate: reads(5),
    response: StrictObject({ items: Type.Array(ScoreSheetRow) }),
  },
  listActivitiesOfUser: {
    summary: 'Lists activities of a user with rank and bonus, latest first',
    access: 'public',
    rate: reads(2),
    query: StrictObject(PageQuery),
    response: PageOf(ActivityHistory),
  },
})
