import { Type, type Static } from 'typebox'
import {
  batchColumns,
  CODE_HINT_LENGTH,
  codeColumns,
  codeStatuses,
  CODE_TRIES_PER_HOUR,
  MAX_BATCH_CODES,
  MAX_BATCH_NOTE_LENGTH,
  MAX_CODE_DAYS,
} from './codes.constants.js'
import { declareRoutes } from '../route.js'
import { Id, Enum, Nullable, PageQuery, StrictObject, TableOf, Text, Time, WrittenText } from '../shapes.js'
import { BulkResponse, bulkBody, Reason, tableQuery } from '../backstage/tables.js'
import { paths as backstagePaths } from './codes-backstage.paths.js'
import { paths } from './codes.paths.js'

const Person = StrictObject({ id: Id, name: Text(64) })
const Days = Type.Integer({ minimum: 1, maximum: MAX_CODE_DAYS })

export const SCode = StrictObject({
  id: Id,
  /** The last characters of the code. Only `createCodes` ever returns the other characters. */
  hint: Text(CODE_HINT_LENGTH),
  days: Days,
  receivedAt: Time,
  status: Enum(codeStatuses),
  usedBy: Nullable(Person),
  usedAt: Nullable(Time),
  /** The period that the code pays for. Null until the code is used. */
  startsAt: Nullable(Time),
  endsAt: Nullable(Time),
  /** Remaining days of this period by Postgres' clock, rounded up. Zero for an unused code or after the period. */
  daysLeft: Type.Integer(),
})
export type SCode = Static<typeof SCode>

export const Entitlement = StrictObject({ until: Time, daysLeft: Type.Integer() })
export type Entitlement = Static<typeof Entitlement>

const SCodePage = StrictObject({
  items: Type.Array(SCode),
  nextCursor: Nullable(Text(200)),
  entitlement: Nullable(Entitlement),
})
export type SCodePage = Static<typeof SCodePage>

export const CodeBatch = StrictObject({
  id: Id,
  days: Days,
  count: Type.Integer(),
  used: Type.Integer(),
  void: Type.Integer(),
  maker: Nullable(Person),
  note: Text(MAX_BATCH_NOTE_LENGTH),
  createdAt: Time,
})
export type CodeBatch = Static<typeof CodeBatch>

export const BackstageCode = StrictObject({
  id: Id,
  batchId: Id,
  note: Text(MAX_BATCH_NOTE_LENGTH),
  hint: Text(CODE_HINT_LENGTH),
  days: Days,
  status: Enum(codeStatuses),
  receiver: Nullable(Person),
  receivedAt: Nullable(Time),
  usedBy: Nullable(Person),
  usedAt: Nullable(Time),
  voidedAt: Nullable(Time),
  createdAt: Time,
})
export type BackstageCode = Static<typeof BackstageCode>

export const routes = declareRoutes(
  { ...paths, ...backstagePaths },
  {
    listCodes: {
      summary: 'Lists the caller’s S codes, last received first',
      access: 'user',
      query: StrictObject(PageQuery),
      response: SCodePage,
    },
    redeemCode: {
      summary: 'Redeems an S code once: by its `code`, or by the `id` of one given to the caller',
      access: 'user',
      idempotent: true,
      // Calls with an `id` do not count as tries, because an id redeems only a code that was given to the caller.
      rate: [
        { calls: CODE_TRIES_PER_HOUR, windowSeconds: 3600, by: ['user'], unless: 'id' },
        { calls: 60, windowSeconds: 60, by: ['user'] },
      ],
      body: StrictObject({ code: Type.Optional(Text(128)), id: Type.Optional(Id) }),
      response: StrictObject({ code: SCode, entitlement: Entitlement }),
    },
    listBackstageCodes: {
      summary: 'Lists S codes, newest first; `q` searches hint, note and name',
      access: 'admin',
      query: tableQuery(codeColumns, {
        batchId: Type.Optional(Id),
        status: Type.Optional(Enum(codeStatuses)),
        given: Type.Optional(Type.Boolean()),
      }),
      response: TableOf(BackstageCode),
    },
    listCodeBatches: {
      summary: 'Lists batches of S codes, newest first; `q` searches note and administrator',
      access: 'admin',
      query: tableQuery(batchColumns),
      response: TableOf(CodeBatch),
    },
    // Not idempotent, because the responses of idempotent routes are stored, and this response contains the codes. If
    // the response is lost, void the batch.
    createCodes: {
      summary: 'Creates a batch of S codes; only this response contains the codes',
      access: 'admin',
      rate: [{ calls: 60, windowSeconds: 3600, by: ['user'] }],
      body: StrictObject({
        days: Days,
        count: Type.Integer({ minimum: 1, maximum: MAX_BATCH_CODES }),
        note: Type.Optional(WrittenText({ max: MAX_BATCH_NOTE_LENGTH })),
      }),
      status: 201,
      response: StrictObject({
        batch: CodeBatch,
        codes: Type.Array(StrictObject({ id: Id, code: Text(32) })),
        /** The codes as CSV for spreadsheets. No cell can run as a formula. */
        csv: Type.String(),
      }),
    },
    giveCode: {
      summary: 'Gives an unused S code to a user, who is notified and alone can redeem it',
      access: 'admin',
      body: StrictObject({ userId: Id }),
      response: BackstageCode,
    },
    voidCode: {
      summary: 'Voids an unused S code permanently',
      access: 'admin',
      body: StrictObject({ reason: Reason }),
      response: BackstageCode,
    },
    voidCodes: {
      summary: 'Voids several unused S codes permanently',
      access: 'admin',
      body: bulkBody({ reason: Reason }),
      response: BulkResponse,
    },
    voidBatch: {
      summary: 'Voids all unused S codes of a batch permanently',
      access: 'admin',
      body: StrictObject({ dryRun: Type.Optional(Type.Boolean()), reason: Reason }),
      response: BulkResponse,
    },
  },
)

export const SoftwareChangedMessage = StrictObject({ id: Id, version: Type.Integer(), at: Time })
export type SoftwareChangedMessage = Static<typeof SoftwareChangedMessage>

export const messages = { 'software:changed': SoftwareChangedMessage }
