import { Type, type Static } from 'typebox'
import type { ModelFacts } from './models.js'
import { Image } from './images.js'
import { PublicUser } from './users.js'
import {
  categories,
  feedSorts,
  maxCategories,
  maxIntroLength,
  maxTagLength,
  maxTags,
  titleLength,
  visibilities,
  workStates,
} from './works.constants.js'
import { route } from './route.js'
import { Id, IdParams, OneOf, OrNull, PageOf, PageQuery, Shape, Text, Time } from './shapes.js'

const Counters = { likes: Type.Integer(), comments: Type.Integer(), views: Type.Integer() }

/** A work as a tile of a list. */
export const WorkCard = Shape({
  id: Id,
  title: Text(200),
  state: OneOf(workStates),
  visibility: OneOf(visibilities),
  creator: PublicUser,
  cover: OrNull(Image),
  counters: Shape(Counters),
  releasedAt: OrNull(Time),
  createdAt: Time,
})
export type WorkCard = Static<typeof WorkCard>

/** A work whole, as its page shows it. */
export const Work = Shape({
  ...WorkCard.properties,
  intro: Text(4000),
  categories: Type.Array(OneOf(categories)),
  tags: Type.Array(Text(maxTagLength * 4)),
  coverId: OrNull(Id),
  uploadId: OrNull(Id),
  model: OrNull(
    Shape({
      url: Text(2048),
      bytes: Type.Integer(),
      facts: Type.Unsafe<ModelFacts>({ type: 'object', additionalProperties: true }),
    }),
  ),
  /** Pictures of the model made when it was processed; the largest stands in for the 3D view until that has loaded. */
  previews: Type.Array(Image),
  version: Type.Integer(),
})
export type Work = Static<typeof Work>

// Twice the visible limit: the first fence is wide, so that the handler can answer with the field's own sentence.
const fields = {
  title: Text(titleLength.max * 4),
  intro: Text((maxIntroLength + 1) * 4),
  categories: Type.Array(OneOf(categories), { maxItems: maxCategories }),
  tags: Type.Array(Text(maxTagLength * 4), { maxItems: maxTags }),
  visibility: OneOf(visibilities),
  coverId: Id,
  uploadId: Id,
}
const WorkInput = Type.Partial(Shape(fields), { additionalProperties: false })
export type WorkInput = Static<typeof WorkInput>
export const clearableWorkFields = ['title', 'intro', 'coverId', 'uploadId'] as const

const move = (name: string, summary: string) =>
  ({
    method: 'POST',
    path: `/works/:id/${name}`,
    summary,
    access: 'owner',
    owns: 'work',
    params: IdParams,
    status: 200,
    answer: Work,
  }) as const

export const workRoutes = {
  listWorks: route({
    method: 'GET',
    path: '/works',
    summary: 'The feed of released public works',
    access: 'public',
    query: Shape({ ...PageQuery, sort: Type.Optional(OneOf(feedSorts)) }),
    status: 200,
    answer: PageOf(WorkCard),
  }),
  createWork: route({
    method: 'POST',
    path: '/works',
    summary: 'Makes a draft; every field is optional',
    access: 'user',
    idempotent: true,
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    body: WorkInput,
    status: 201,
    answer: Work,
  }),
  getWork: route({
    method: 'GET',
    path: '/works/:id',
    summary: 'A work: released and public ones for everyone, the rest for their owner',
    access: 'public',
    params: IdParams,
    status: 200,
    answer: Work,
  }),
  updateWork: route({
    method: 'PATCH',
    path: '/works/:id',
    summary: 'Changes fields; `clear` lists those to empty',
    access: 'owner',
    owns: 'work',
    params: IdParams,
    body: Type.Partial(
      Shape({ ...fields, clear: Type.Array(OneOf(clearableWorkFields), { maxItems: clearableWorkFields.length }) }),
      { additionalProperties: false },
    ),
    status: 200,
    answer: Work,
  }),
  deleteWork: route({
    method: 'DELETE',
    path: '/works/:id',
    summary: 'Deletes a trashed work for good',
    access: 'owner',
    owns: 'work',
    params: IdParams,
    status: 204,
    answer: null,
  }),
  publishWork: route({ ...move('publish', 'Releases a complete draft'), verified: true }),
  unpublishWork: route(move('unpublish', 'Back to draft')),
  trashWork: route(move('trash', 'Into the trash')),
  restoreWork: route(move('restore', 'Out of the trash, as a draft')),
  listMyWorks: route({
    method: 'GET',
    path: '/me/works',
    summary: 'My works of one state, newest first',
    access: 'user',
    query: Shape({ ...PageQuery, state: Type.Optional(OneOf(workStates)) }),
    status: 200,
    answer: PageOf(WorkCard),
  }),
}

export const workEvents = ['work.released', 'work.unpublished', 'work.trashed', 'work.restored'] as const

export const WorkReleasedMessage = Shape({ workId: Id, at: Time })
export type WorkReleasedMessage = Static<typeof WorkReleasedMessage>
