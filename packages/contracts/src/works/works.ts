import { Type, type Static } from 'typebox'
import { categorySlugLength } from './categories.constants.js'
import type { ModelFacts } from '../models/models.js'
import { Image } from '../images/images.js'
import { ProprietaryFile, ModelPreview } from '../uploads/uploads.js'
import { Video } from '../videos/videos.js'
import { PublicUser } from '../users/users.js'
import {
  feedSorts,
  hotspotTitleLength,
  MAX_CATEGORIES,
  MAX_HOTSPOTS,
  MAX_HOTSPOT_TEXT_LENGTH,
  MAX_INTRO_LENGTH,
  MAX_TAG_LENGTH,
  MAX_SEARCH_LENGTH,
  MAX_TAGS,
  MAX_WORK_IMAGES,
  titleLength,
  visibilities,
  workStates,
  type WorkState,
} from './works.constants.js'
import { declareRoutes, reads } from '../route.js'
import { Id, Enum, Nullable, PageOf, PageQuery, StrictObject, Text, Time, WrittenText } from '../shapes.js'
import { MAX_REASON_LENGTH } from '../backstage/tables.constants.js'
import { paths } from './works.paths.js'

/** A coordinate of a point, in stage units, or of a normal. No model extends beyond this range. */
const Coordinate = Type.Number({ minimum: -2, maximum: 2 })
const Counters = { likes: Type.Integer(), comments: Type.Integer(), views: Type.Integer() }

export const WorkCard = StrictObject({
  id: Id,
  title: Text(titleLength.max),
  state: Enum(workStates),
  visibility: Enum(visibilities),
  creator: PublicUser,
  cover: Nullable(Image),
  counters: StrictObject(Counters),
  liked: Type.Boolean(),
  featured: Type.Boolean(),
  /** Set if an operator has hidden the work. Only the owner and administrators can see a hidden work. */
  hidden: Type.Optional(StrictObject({ at: Time, reason: Text(MAX_REASON_LENGTH) })),
  releasedAt: Nullable(Time),
  createdAt: Time,
})
export type WorkCard = Static<typeof WorkCard>

export const Triple = Type.Tuple([Coordinate, Coordinate, Coordinate])

/** In stage units (feet on y = 0, longest side 1), so that a hotspot stays put when a new file uses other units. */
export const Hotspot = StrictObject({
  point: Triple,
  normal: Triple,
  title: WrittenText(hotspotTitleLength),
  text: WrittenText({ max: MAX_HOTSPOT_TEXT_LENGTH }),
})
export type Hotspot = Static<typeof Hotspot>

export const ShownModel = StrictObject({
  url: Text(2048),
  bytes: Type.Integer(),
  originalBytes: Nullable(Type.Integer()),
  facts: Type.Unsafe<ModelFacts>({ type: 'object', additionalProperties: true }),
})

export const Work = StrictObject({
  ...WorkCard.properties,
  intro: Text(MAX_INTRO_LENGTH),
  categories: Type.Array(Text(categorySlugLength.max)),
  tags: Type.Array(Text(MAX_TAG_LENGTH)),
  coverId: Nullable(Id),
  uploadId: Nullable(Id),
  videoUploadId: Nullable(Id),
  model: Nullable(ShownModel),
  /** Shown until `model` has loaded. Null if `model` is null or small, or if no much smaller copy could be made. */
  preview: Nullable(ModelPreview),
  /** A copy for Android's AR viewer, set if the viewer cannot decode `model`. Older models have no copy. */
  ar: Type.Optional(ModelPreview),
  proprietary: Nullable(ProprietaryFile),
  video: Nullable(Video),
  /** Pictures rendered during processing. The widest of these and the cover is shown until the 3D view has loaded. */
  previews: Type.Array(Image),
  hotspots: Type.Array(Hotspot),
  images: Type.Array(Image),
  downloadable: Type.Boolean(),
  version: Type.Integer(),
})
export type Work = Static<typeof Work>

const fields = {
  title: WrittenText({ max: titleLength.max }),
  intro: WrittenText({ max: MAX_INTRO_LENGTH }),
  categories: Type.Array(Text(categorySlugLength.max), { maxItems: MAX_CATEGORIES }),
  tags: Type.Array(WrittenText({ max: MAX_TAG_LENGTH }), { maxItems: MAX_TAGS }),
  visibility: Enum(visibilities),
  coverId: Id,
  uploadId: Id,
  videoUploadId: Id,
  imageIds: Type.Array(Id, { maxItems: MAX_WORK_IMAGES }),
  downloadable: Type.Boolean(),
}
const WorkInput = Type.Partial(StrictObject(fields), { additionalProperties: false })
export type WorkInput = Static<typeof WorkInput>
const clearableWorkFields = ['title', 'intro', 'coverId', 'uploadId', 'videoUploadId'] as const

/** A high limit, because drafts are saved while the user types, and each change of a work's state is a call. */
const workRate = [{ calls: 300, windowSeconds: 60, by: ['user'] }] as const

const move = (summary: string) =>
  ({
    summary,
    changesShared: true,
    access: 'owner',
    owns: 'work',
    rate: workRate,
    response: Work,
  }) as const

const counts = Object.fromEntries(workStates.map((state) => [state, Type.Integer()])) as Record<
  WorkState,
  ReturnType<typeof Type.Integer>
>
const Overview = StrictObject({
  works: StrictObject(counts),
  uploadsUnderWay: Type.Integer(),
  rendersUnderWay: Type.Integer(),
  ...Counters,
})

export const routes = declareRoutes(paths, {
  listWorks: {
    summary: 'Lists published public works; `following` only those of users the caller follows',
    access: 'public',
    shared: true,
    rate: reads(5),
    query: StrictObject({
      ...PageQuery,
      sort: Type.Optional(Enum(feedSorts)),
      category: Type.Optional(Text(categorySlugLength.max)),
      tag: Type.Optional(WrittenText({ max: MAX_TAG_LENGTH * 4 })),
      /** Words to find in title, introduction, tags, categories and creator, in English and Chinese. */
      q: Type.Optional(WrittenText({ max: MAX_SEARCH_LENGTH * 4 })),
      creator: Type.Optional(Id),
      featured: Type.Optional(Type.Boolean()),
    }),
    response: PageOf(WorkCard),
  },
  createWork: {
    summary: 'Creates a draft; every field is optional',
    access: 'user',
    idempotent: true,
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    body: WorkInput,
    status: 201,
    response: Work,
  },
  getWork: {
    summary: 'Returns a work: published public ones to everyone, the rest to their creator',
    access: 'public',
    rate: reads(1),
    response: Work,
  },
  updateWork: {
    changesShared: true,
    summary: 'Edits a work; `clear` lists fields to empty',
    access: 'owner',
    owns: 'work',
    rate: workRate,
    body: Type.Partial(
      StrictObject({
        ...fields,
        clear: Type.Array(Enum(clearableWorkFields), { maxItems: clearableWorkFields.length }),
      }),
      { additionalProperties: false },
    ),
    response: Work,
  },
  setHotspots: {
    summary: 'Replaces all hotspots of a work',
    access: 'owner',
    owns: 'work',
    rate: workRate,
    body: StrictObject({ hotspots: Type.Array(Hotspot, { maxItems: MAX_HOTSPOTS }) }),
    response: Work,
  },
  deleteWork: {
    changesShared: true,
    summary: 'Deletes a work in the trash permanently',
    access: 'owner',
    owns: 'work',
    rate: workRate,
  },
  publishWork: { ...move('Publishes a complete draft'), verified: true },
  unpublishWork: move('Moves a published work back to drafts'),
  trashWork: move('Moves a work to the trash'),
  restoreWork: move('Restores a work from the trash as a draft'),
  listMyWorks: {
    summary: 'Lists the caller’s works in one state, newest first',
    access: 'user',
    query: StrictObject({ ...PageQuery, state: Type.Optional(Enum(workStates)) }),
    response: PageOf(WorkCard),
  },
  overview: {
    summary: 'Returns the caller’s counts of works by state, unfinished uploads, views, likes and comments',
    access: 'user',
    response: Overview,
  },
})

export const WorkReleasedMessage = StrictObject({ workId: Id, at: Time })
export type WorkReleasedMessage = Static<typeof WorkReleasedMessage>

/** Sent at most once a second per work. */
export const WorkCountersMessage = StrictObject({ workId: Id, ...Counters, version: Type.Integer() })
export type WorkCountersMessage = Static<typeof WorkCountersMessage>

export const messages = { 'work:released': WorkReleasedMessage, 'work:counters': WorkCountersMessage }
