import { Type, type Static } from 'typebox'
import { maxCommentLength } from './comments.constants.js'
import { route } from './route.js'
import { Id, IdParams, OneOf, OrNull, Shape, TableOf, Text, Time } from './shapes.js'
import { bulkBody, BulkAnswer, Reason, tableQuery } from './tables.js'
import { commentPlaces, officeCommentSorts } from './works-office.constants.js'
import { days, Hidden, OfficePerson } from './works-office.js'

const body = Text(maxCommentLength * 4)

/** A comment with where it stands, for operators. Deleted ones are not there. */
export const OfficeComment = Shape({
  id: Id,
  body,
  author: OfficePerson,
  /** What it is on. `courseId` is there for the video of a course; `open` where everyone can see it. */
  place: Shape({
    kind: OneOf(commentPlaces),
    id: Id,
    title: Text(1024),
    courseId: OrNull(Id),
    open: Type.Boolean(),
  }),
  /** The comment that it answers; its words are empty once it is deleted. */
  answers: OrNull(Shape({ id: Id, body, author: OfficePerson })),
  openReports: Type.Integer(),
  hidden: OrNull(Hidden),
  createdAt: Time,
})
export type OfficeComment = Static<typeof OfficeComment>

const rate = [{ calls: 60, windowSeconds: 60, by: ['user'] }] as const
const deed = <const P extends string>(path: P, summary: string) =>
  route({
    method: 'POST',
    path,
    summary,
    access: 'admin',
    rate,
    body: bulkBody({ reason: Reason }),
    status: 200,
    answer: BulkAnswer,
  })

export const officeCommentRoutes = {
  listOfficeComments: route({
    method: 'GET',
    path: '/backstage/comments',
    summary: 'Comments on works and videos; `q` finds by what was said, author or title',
    access: 'admin',
    query: tableQuery(officeCommentSorts, {
      place: Type.Optional(OneOf(commentPlaces)),
      work: Type.Optional(Id),
      author: Type.Optional(Id),
      hidden: Type.Optional(Type.Boolean()),
      reported: Type.Optional(Type.Boolean()),
      ...days,
    }),
    status: 200,
    answer: TableOf(OfficeComment),
  }),
  getOfficeComment: route({
    method: 'GET',
    path: '/backstage/comments/:id',
    summary: 'One row of the table of comments',
    access: 'admin',
    params: IdParams,
    status: 200,
    answer: OfficeComment,
  }),
  hideComments: deed('/backstage/comments/hide', 'Hides comments; what was said is kept'),
  unhideComments: deed('/backstage/comments/unhide', 'Shows hidden comments again'),
}
