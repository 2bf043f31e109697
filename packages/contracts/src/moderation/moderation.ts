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
import { Id, Enum, Nullable, StrictObject, TableOf, Text, Time, WrittenText } from '../shapes.js'
import { tableQuery } from '../backstage/tables.js'
import { paths as backstagePaths } from './moderation-backstage.paths.js'
import { paths } from './moderation.paths.js'

const NamedUser = StrictObject({ id: Id, name: Text(64) })

const caseFields = {
  id: Id,
  kind: Enum(caseKinds),
  subjectKind: Enum(reportKinds),
  subjectId: Id,
  author: Nullable(NamedUser),
  reports: Type.Integer(),
  /** Start of the appeal or of the reported content. Empty for messages, which are visible only inside the case. */
  excerpt: Text(1024),
  createdAt: Time,
  /** Null if no moderator has claimed the case, if the claim has expired, and once the case is decided. */
  claim: Nullable(StrictObject({ by: NamedUser, until: Time })),
  outcome: Nullable(
    StrictObject({
      decision: Enum(decisions),
      reason: Text(MAX_DECISION_REASON_LENGTH),
      by: Nullable(NamedUser),
      at: Time,
    }),
  ),
  version: Type.Integer(),
}
export const Case = StrictObject(caseFields)
export type Case = Static<typeof Case>

export const CaseDetails = StrictObject({
  ...caseFields,
  /** The reports, each with the content at its time. For an appeal, the reports that led to the contested decision. */
  evidence: Type.Array(
    StrictObject({
      id: Id,
      reporter: NamedUser,
      reason: Text(4096),
      /** Null in reports that were made before Toile stored evidence. */
      text: Nullable(Text(65_536)),
      imageUrl: Nullable(Text(2048)),
      at: Time,
    }),
  ),
  /** Current content. Null if its row is gone, and for messages, which only members of the conversation may read. */
  current: Nullable(
    StrictObject({ text: Text(65_536), imageUrl: Nullable(Text(2048)), standing: Text(32), path: Nullable(Text(512)) }),
  ),
  /** Other decided cases about the same author, latest first, at most `MAX_EARLIER_CASES`. */
  earlier: Type.Array(StrictObject({ id: Id, subjectKind: Enum(reportKinds), decision: Enum(decisions), at: Time })),
  /** The author's text and the contested decision, if the case is an appeal. Otherwise null. */
  appeal: Nullable(
    StrictObject({
      text: Text(MAX_APPEAL_LENGTH),
      action: Text(64),
      reason: Text(4096),
      by: Nullable(NamedUser),
      at: Time,
    }),
  ),
  allowed: Type.Array(Enum(decisions)),
  /** The case is about the caller or the caller's decision, and there is another administrator who can decide it. */
  needsAnother: Type.Boolean(),
  /** The case shows private content, and the audit log records that the caller has seen it. */
  noted: Type.Boolean(),
})
export type CaseDetails = Static<typeof CaseDetails>

/** After this message, clients that show the case refetch it. */
export const CaseChangedMessage = StrictObject({ id: Id, open: Type.Integer(), version: Type.Integer() })
export type CaseChangedMessage = Static<typeof CaseChangedMessage>

const AppealText = WrittenText({ min: 1, max: MAX_APPEAL_LENGTH })

const decisionRate = [{ calls: 120, windowSeconds: 60, by: ['user'] }] as const

export const routes = declareRoutes(
  { ...paths, ...backstagePaths },
  {
    listCases: {
      summary: 'Lists reports and appeals, one case per subject, oldest first',
      access: 'admin',
      query: tableQuery(caseColumns, {
        state: Type.Optional(Enum(caseStates)),
        kind: Type.Optional(Enum([...reportKinds, 'appeal'])),
        subject: Type.Optional(Id),
      }),
      response: TableOf(Case),
    },
    getCase: {
      summary: 'Returns a case with its evidence; the first view of private content is logged',
      access: 'admin',
      response: CaseDetails,
    },
    claimCase: {
      summary: 'Claims a case for half an hour, or extends the claim',
      access: 'admin',
      rate: decisionRate,
      response: Case,
    },
    releaseCase: {
      summary: 'Releases a case that the caller has claimed',
      access: 'admin',
      rate: decisionRate,
      response: Case,
    },
    decideCase: {
      summary: 'Decides a case with a reason and notifies both sides',
      access: 'admin',
      rate: decisionRate,
      body: StrictObject({
        decision: Enum(decisions),
        reason: WrittenText({ min: 1, max: MAX_DECISION_REASON_LENGTH }),
        /** Length of a ban. If it is omitted, the ban is permanent. */
        days: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_BAN_DAYS })),
      }),
      response: Case,
    },
    appeal: {
      summary: 'Appeals once against a decision about the caller, their work or their comment',
      access: 'user',
      rate: [{ calls: 10, windowSeconds: 3600, by: ['user'] }],
      /** `:id` is the work's or comment's id or, for a warning or an emptied profile, the notification's `action`. */
      body: StrictObject({ text: AppealText }),
    },
    appealBan: {
      summary: 'Appeals against a ban with the token from its email',
      access: 'public',
      rate: [{ calls: 30, windowSeconds: 3600, by: ['address'] }],
      body: StrictObject({ token: TokenText, text: AppealText }),
    },
  },
)

export const messages = { 'case:changed': CaseChangedMessage }
