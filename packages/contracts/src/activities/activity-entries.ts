import { Type, type Static } from 'typebox'
import { ActivityCard, Money, Scores, Tier } from './activities.js'
import { activityLimits, activityPhases } from './activities.constants.js'
import { Image } from '../images/images.js'
import { declareRoutes, reads } from '../route.js'
import { Id, IdParams, Enum, Nullable, PageOf, PageQuery, StrictObject, Text, Time } from '../shapes.js'
import { PublicUser } from '../users/users.js'
import { Work } from '../works/works.js'
import { titleLength } from '../works/works.constants.js'
import { paths } from './activity-entries.paths.js'

/** A prize that was given. Those who tie have the same rank and title, and share what their places bring together. */
export const Award = StrictObject({ rank: Type.Integer(), title: Tier.properties.title, bonus: Money })
export type Award = Static<typeof Award>

/** A work in an activity: title and pictures as they were when it was entered. */
export const Entry = StrictObject({
  id: Id,
  workId: Id,
  title: Text(titleLength.max),
  cover: Nullable(Image),
  /** The model as it was entered; null where there is none to turn. */
  model: Nullable(StrictObject({ url: Text(2048), bytes: Type.Integer() })),
  /** Whose it is; null while that is hidden, and for a deleted account. */
  creator: Nullable(PublicUser),
  mine: Type.Boolean(),
  /** Whether its page can be opened by the caller now. */
  open: Type.Boolean(),
  /** Number of the frozen version. */
  version: Type.Integer(),
  submittedAt: Time,
  /** Why it was taken out of the contest; null where it was not. Only its owner is shown the words. */
  disqualified: Nullable(StrictObject({ reason: Text(activityLimits.maxReasonLength) })),
  /** Its place among all, once prizes are given; those that tie have the same. Null without scores. */
  rank: Nullable(Type.Integer()),
  award: Nullable(Award),
  /** Points out of 100; null until the score sheet is published. */
  score: Nullable(Type.Number()),
  /** What the caller, a juror, has given. */
  myScores: Nullable(Scores),
})
export type Entry = Static<typeof Entry>

/** All that was entered, for who judges it: also empty where its pictures are not shown to the caller. */
export const WholeEntry = StrictObject({
  ...Entry.properties,
  intro: Work.properties.intro,
  hotspots: Work.properties.hotspots,
  video: Work.properties.video,
  /** Detail pictures, in the order in which they were shown. */
  images: Work.properties.images,
})
export type WholeEntry = Static<typeof WholeEntry>

/** A line of a person's history. */
export const ActivityHistory = StrictObject({
  id: Id,
  title: ActivityCard.properties.title,
  phase: Enum(activityPhases),
  endsAt: Time,
  registeredAt: Time,
  /** What they entered; empty while that is hidden. */
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

/** Proof of what was entered and when, good for as long as somebody keeps it. See docs/activities.md for checking it. */
export const Receipt = StrictObject({
  activityId: Id,
  workId: Id,
  versionId: Id,
  version: Type.Integer(),
  submittedAt: Time,
  /** SHA-256 of title, introduction and explained points; not there in receipts from before it was taken. */
  words: Type.Optional(Text(64)),
  files: Type.Array(
    StrictObject({
      kind: Enum(['original', 'model', 'video', 'cover', 'picture'] as const),
      bytes: Type.Integer(),
      sha256: Text(64),
    }),
  ),
  /** The same as lines of text: this is what is signed, byte by byte. */
  signed: Text(8192),
  /** Ed25519, base64. */
  signature: Text(128),
  /** SPKI, PEM. */
  publicKey: Text(256),
})
export type Receipt = Static<typeof Receipt>

/** A line of the published score sheet: the jury's means, 0 to 100, by criterion and weighted. */
export const ScoreSheetRow = StrictObject({
  workId: Id,
  title: Text(titleLength.max),
  creator: Nullable(PublicUser),
  rank: Nullable(Type.Integer()),
  award: Nullable(Award),
  /** By the id of the criterion. */
  means: Type.Record(Text(40), Type.Number()),
  score: Nullable(Type.Number()),
  /** How many have scored it. */
  jurors: Type.Integer(),
})
export type ScoreSheetRow = Static<typeof ScoreSheetRow>

export const entryLists = ['all', 'mine', 'awarded', 'others'] as const
const EntryParams = StrictObject({ id: Id, workId: Id })

/** Works in activities: entering them, proving it, judging them, and what came of it. */
export const routes = declareRoutes(paths, {
  submitToActivity: {
    summary:
      'Enters a released public work of the caller’s as it is now. What counts is when this call is done, by the database’s clock',
    access: 'verified',
    idempotent: true,
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    params: IdParams,
    body: StrictObject({ workId: Id }),
    status: 201,
    response: Entry,
  },
  withdrawFromActivity: {
    summary: 'Takes a work out again, until the deadline',
    access: 'user',
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    params: EntryParams,
    status: 204,
    response: null,
  },
  getReceipt: {
    summary: 'The signed receipt of an entry',
    access: 'public',
    rate: reads(1),
    params: EntryParams,
    status: 200,
    response: Receipt,
  },
  checkReceipt: {
    summary: 'Whether a receipt is ours, and whether what it tells of still stands unchanged',
    access: 'public',
    rate: [{ calls: 60, windowSeconds: 60, by: ['address'] }],
    params: IdParams,
    body: StrictObject({ signed: Receipt.properties.signed, signature: Receipt.properties.signature }),
    status: 200,
    /** `genuine`: this site has signed it. `stands`: the entry is there, with these very files. */
    response: StrictObject({ genuine: Type.Boolean(), stands: Type.Boolean() }),
  },
  listEntries: {
    summary: 'Works in an activity, the latest first: all, the caller’s own, those with a prize, or the others',
    access: 'public',
    rate: reads(2),
    params: IdParams,
    query: StrictObject({ ...PageQuery, list: Type.Optional(Enum(entryLists)) }),
    status: 200,
    response: PageOf(Entry),
  },
  getEntry: {
    summary: 'A work in an activity with all that was entered',
    access: 'public',
    rate: reads(1),
    params: EntryParams,
    status: 200,
    response: WholeEntry,
  },
  listWinners: {
    summary: 'Works with a prize, the first one first; none until prizes are given',
    access: 'public',
    rate: reads(2),
    params: IdParams,
    status: 200,
    response: StrictObject({ items: Type.Array(Entry) }),
  },
  scoreEntry: {
    summary: 'A juror’s points for a work, by criterion; may be changed until the review is over',
    access: 'user',
    rate: [{ calls: 120, windowSeconds: 60, by: ['user'] }],
    params: EntryParams,
    body: StrictObject({ scores: Scores }),
    status: 200,
    response: Entry,
  },
  getScoreSheet: {
    summary: 'The score sheet, where it is published and prizes are given',
    access: 'public',
    rate: reads(5),
    params: IdParams,
    status: 200,
    response: StrictObject({ items: Type.Array(ScoreSheetRow) }),
  },
  listActivitiesOfUser: {
    summary: 'What a person has taken part in, the latest first, with rank and bonus',
    access: 'public',
    rate: reads(2),
    params: IdParams,
    query: StrictObject(PageQuery),
    status: 200,
    response: PageOf(ActivityHistory),
  },
})
