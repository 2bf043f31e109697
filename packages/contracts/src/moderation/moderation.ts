import { Type, type Static } from 'typebox'
import {
  caseKinds,
  caseStates,
  decisions,
  MAX_APPEAL_LENGTH,
  MAX_BAN_DAYS,
  MAX_DECISION_REASON_LENGTH,
  caseColumns,
} from './moderation.constants.js'
import { TokenText } from '../sessions/passwords.js'
import { reportKinds } from './reports.constants.js'
import { declareRoutes } from '../route.js'
import { Id, IdParams, Enum, Nullable, StrictObject, TableOf, Text, Time, WrittenText } from '../shapes.js'
import { tableQuery } from '../backstage/tables.js'
import { paths as backstagePaths } from './moderation-backstage.paths.js'
import { paths } from './moderation.paths.js'

/** Somebody as the back office names them; gone once they deleted their account. */
const Somebody = StrictObject({ id: Id, name: Text(64) })

const caseFields = {
  id: Id,
  kind: Enum(caseKinds),
  /** What it is about. */
  subjectKind: Enum(reportKinds),
  subjectId: Id,
  author: Nullable(Somebody),
  /** How many people reported it. */
  reports: Type.Integer(),
  /** What is at stake, in a line: of messages nothing, they are seen only where the case is opened. */
  excerpt: Text(1024),
  createdAt: Time,
  /** Who has taken it, until when; null once that is over. */
  claim: Nullable(StrictObject({ by: Somebody, until: Time })),
  outcome: Nullable(
    StrictObject({
      decision: Enum(decisions),
      reason: Text(MAX_DECISION_REASON_LENGTH),
      by: Nullable(Somebody),
      at: Time,
    }),
  ),
  version: Type.Integer(),
}
export const Case = StrictObject(caseFields)
export type Case = Static<typeof Case>

export const CaseDetails = StrictObject({
  ...caseFields,
  /** As it was when each of them reported it. */
  evidence: Type.Array(
    StrictObject({
      id: Id,
      reporter: Somebody,
      reason: Text(4096),
      /** Null of reports from before evidence was kept. */
      text: Nullable(Text(65_536)),
      imageUrl: Nullable(Text(2048)),
      at: Time,
    }),
  ),
  /** The thing as it is now; null where it is gone, and of messages: there is no reader for them here. */
  current: Nullable(
    StrictObject({ text: Text(65_536), imageUrl: Nullable(Text(2048)), standing: Text(32), path: Nullable(Text(512)) }),
  ),
  /** Cases about the same author that were decided, the latest first. */
  earlier: Type.Array(StrictObject({ id: Id, subjectKind: Enum(reportKinds), decision: Enum(decisions), at: Time })),
  /** Of an appeal: what its author says, and what was decided. */
  appeal: Nullable(
    StrictObject({
      text: Text(MAX_APPEAL_LENGTH),
      action: Text(64),
      reason: Text(4096),
      by: Nullable(Somebody),
      at: Time,
    }),
  ),
  allowed: Type.Array(Enum(decisions)),
  /** An appeal waits for somebody else than who decided, and the caller did. */
  needsAnother: Type.Boolean(),
  /** The case shows something private: that the caller looked at it stands in the audit log. */
  noted: Type.Boolean(),
})
export type CaseDetails = Static<typeof CaseDetails>

/** A case changed: whoever shows it asks again. */
export const CaseChangedMessage = StrictObject({ id: Id, open: Type.Integer(), version: Type.Integer() })
export type CaseChangedMessage = Static<typeof CaseChangedMessage>

const AppealText = WrittenText({ min: 1, max: MAX_APPEAL_LENGTH })

const decisionRate = [{ calls: 120, windowSeconds: 60, by: ['user'] }] as const

export const routes = declareRoutes(
  { ...paths, ...backstagePaths },
  {
    listCases: {
      summary: 'What was reported and appealed, one case a thing, the oldest first',
      access: 'admin',
      query: tableQuery(caseColumns, {
        state: Type.Optional(Enum(caseStates)),
        kind: Type.Optional(Enum([...reportKinds, 'appeal'])),
        /** Of one thing only. */
        subject: Type.Optional(Id),
      }),
      status: 200,
      response: TableOf(Case),
    },
    getCase: {
      summary: 'One case with its evidence; a look at something private is logged, once a case',
      access: 'admin',
      params: IdParams,
      status: 200,
      response: CaseDetails,
    },
    claimCase: {
      summary: 'Takes a case for half an hour, or for another half',
      access: 'admin',
      rate: decisionRate,
      params: IdParams,
      status: 200,
      response: Case,
    },
    releaseCase: {
      summary: 'Gives a case back that the caller has taken',
      access: 'admin',
      rate: decisionRate,
      params: IdParams,
      status: 200,
      response: Case,
    },
    decideCase: {
      summary: 'Decides a case, with a reason that its author reads; both sides are notified',
      access: 'admin',
      rate: decisionRate,
      params: IdParams,
      body: StrictObject({
        decision: Enum(decisions),
        reason: WrittenText({ min: 1, max: MAX_DECISION_REASON_LENGTH }),
        /** Of a ban: without it, it has no end. */
        days: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_BAN_DAYS })),
      }),
      status: 200,
      response: Case,
    },
    appeal: {
      summary:
        'Asks somebody else to look again at what was decided about the caller, or a work or comment of theirs, once',
      access: 'user',
      rate: [{ calls: 10, windowSeconds: 3600, by: ['user'] }],
      /** Of the work or comment; of a warning or an emptied profile the `action` that its notification names. */
      params: IdParams,
      body: StrictObject({ text: AppealText }),
      status: 204,
      response: null,
    },
    appealBan: {
      summary: 'The same for a ban, with the token of the mail that told of it',
      access: 'public',
      rate: [{ calls: 30, windowSeconds: 3600, by: ['address'] }],
      body: StrictObject({ token: TokenText, text: AppealText }),
      status: 204,
      response: null,
    },
  },
)

/** Of a case: a report or an appeal came in, it was taken, given back, decided. */
export const events = ['case.raised', 'case.claimed', 'case.released', 'case.decided'] as const

export const messages = { 'case:changed': CaseChangedMessage }
