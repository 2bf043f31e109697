import { Type, type Static } from 'typebox'
import { MAX_COMMENT_LENGTH, commentColumns } from './comments.constants.js'
import { declareRoutes } from '../route.js'
import { Id, Enum, Nullable, StrictObject, TableOf, Text, Time } from '../shapes.js'
import { bulkBody, BulkResponse, Reason, tableQuery } from '../backstage/tables.js'
import { commentPlaces } from '../works/works-backstage.constants.js'
import { days, Hidden, BackstagePerson } from '../works/works-backstage.js'
import { paths } from './comments-backstage.paths.js'

const body = Text(MAX_COMMENT_LENGTH)

/** Deleted comments are not listed. */
export const BackstageComment = StrictObject({
  id: Id,
  body,
  author: BackstagePerson,
  /** `courseId` is set for a course video. `open` is true when everyone can see the place. */
  place: StrictObject({
    kind: Enum(commentPlaces),
    id: Id,
    title: Text(1024),
    courseId: Nullable(Id),
    open: Type.Boolean(),
  }),
  answers: Nullable(StrictObject({ id: Id, body, author: BackstagePerson })),
  openReports: Type.Integer(),
  hidden: Nullable(Hidden),
  createdAt: Time,
})
export type BackstageComment = Static<typeof BackstageComment>

const rate = [{ calls: 60, windowSeconds: 60, by: ['user'] }] as const
const action = {
  access: 'admin',
  rate,
  body: bulkBody({ reason: Reason }),
  response: BulkResponse,
} as const

export const routes = declareRoutes(paths, {
  listBackstageComments: {
    summary: 'Lists comments on works and videos; `q` searches text, author and title',
    access: 'admin',
    query: tableQuery(commentColumns, {
      place: Type.Optional(Enum(commentPlaces)),
      work: Type.Optional(Id),
      author: Type.Optional(Id),
      hidden: Type.Optional(Type.Boolean()),
      reported: Type.Optional(Type.Boolean()),
      ...days,
    }),
    response: TableOf(BackstageComment),
  },
  getBackstageComment: {
    summary: 'Returns one comment as in the list',
    access: 'admin',
    response: BackstageComment,
  },
  hideComments: { ...action, summary: 'Hides comments and keeps their text' },
  unhideComments: { ...action, summary: 'Shows hidden comments again' },
})
