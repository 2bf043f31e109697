import { Type, type Static } from 'typebox'
import { maxCommentLength } from './comments.constants.js'
import { route } from '../route.js'
import { Id, IdParams, OneOf, Nullable, Shape, TableOf, Text, Time } from '../shapes.js'
import { bulkBody, BulkAnswer, Reason, tableQuery } from '../backstage/tables.js'
import { commentPlaces, backstageCommentSorts } from '../works/works-backstage.constants.js'
import { days, Hidden, BackstagePerson } from '../works/works-backstage.js'

const body = Text(maxCommentLength * 4)

/** A comment with where it stands, for operators. Deleted ones are not there. */
export const BackstageComment = Shape({
  id: Id,
  body,
  author: BackstagePerson,
  /** What it is on. `courseId` is there for the video of a course; `open` where everyone can see it. */
  place: Shape({
    kind: OneOf(commentPlaces),
    id: Id,
    title: Text(1024),
    courseId: Nullable(Id),
    open: Type.Boolean(),
  }),
  /** The comment that it answers; its words are empty once it is deleted. */
  answers: Nullable(Shape({ id: Id, body, author: BackstagePerson })),
  openReports: Type.Integer(),
  hidden: Nullable(Hidden),
  createdAt: Time,
})
export type BackstageComment = Static<typeof BackstageComment>

const rate = [{ calls: 60, windowSeconds: 60, by: ['user'] }] as const
const action = <const P extends string>(path: P, summary: string) =>
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

export const backstageCommentRoutes = {
  listBackstageComments: route({
    method: 'GET',
    path: '/backstage/comments',
    summary: 'Comments on works and videos; `q` finds by what was said, author or title',
    access: 'admin',
    query: tableQuery(backstageCommentSorts, {
      place: Type.Optional(OneOf(commentPlaces)),
      work: Type.Optional(Id),
      author: Type.Optional(Id),
      hidden: Type.Optional(Type.Boolean()),
      reported: Type.Optional(Type.Boolean()),
      ...days,
    }),
    status: 200,
    answer: TableOf(BackstageComment),
  }),
  getBackstageComment: route({
    method: 'GET',
    path: '/backstage/comments/:id',
    summary: 'One row of the table of comments',
    access: 'admin',
    params: IdParams,
    status: 200,
    answer: BackstageComment,
  }),
  hideComments: action('/backstage/comments/hide', 'Hides comments; what was said is kept'),
  unhideComments: action('/backstage/comments/unhide', 'Shows hidden comments again'),
}
