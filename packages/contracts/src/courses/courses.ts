import { Type, type Static } from 'typebox'
import {
  courseColumns,
  courseTitleLength,
  LANGUAGE_TAG,
  MAX_CHAPTERS,
  MAX_CHAPTER_TITLE_LENGTH,
  MAX_COURSE_DESCRIPTION_LENGTH,
  MAX_COURSE_VIDEOS,
  MAX_SUMMARY_LENGTH,
  backstageStates,
} from './courses.constants.js'
import { Image } from '../images/images.js'
import { declareRoutes, reads } from '../route.js'
import {
  Id,
  IdParams,
  Enum,
  Nullable,
  PageOf,
  PageQuery,
  StrictObject,
  TableOf,
  Text,
  Time,
  WrittenText,
} from '../shapes.js'
import { GivenReason, tableQuery } from '../backstage/tables.js'
import { MAX_VIDEO_SECONDS } from '../videos/videos.constants.js'
import { Video } from '../videos/videos.js'
import { paths as backstagePaths } from './courses-backstage.paths.js'
import { paths } from './courses.paths.js'

const Seconds = Type.Number({ minimum: 0, maximum: MAX_VIDEO_SECONDS })
const Title = Text(courseTitleLength.max)
const Description = Text(MAX_COURSE_DESCRIPTION_LENGTH * 4)
/** Longer than the stored text, because the expiring URLs of its images are filled in. */
const ShownDescription = Text(MAX_COURSE_DESCRIPTION_LENGTH * 16)

const CourseProgress = StrictObject({
  videoId: Id,
  seconds: Type.Number(),
  watched: Type.Integer(),
  at: Time,
})

export const CourseCard = StrictObject({
  id: Id,
  title: Title,
  summary: Text(MAX_SUMMARY_LENGTH),
  cover: Nullable(Image),
  videos: Type.Integer(),
  durationSeconds: Type.Number(),
  publishedAt: Nullable(Time),
  progress: Nullable(CourseProgress),
})
export type CourseCard = Static<typeof CourseCard>

export const Lesson = StrictObject({
  id: Id,
  title: Title,
  durationSeconds: Type.Number(),
  poster: Nullable(Image),
  comments: Type.Integer(),
  progress: Nullable(StrictObject({ seconds: Type.Number(), watched: Type.Boolean(), at: Time })),
})
export type Lesson = Static<typeof Lesson>

export const Course = StrictObject({
  ...CourseCard.properties,
  description: ShownDescription,
  coverId: Nullable(Id),
  lessons: Type.Array(Lesson),
  version: Type.Integer(),
})
export type Course = Static<typeof Course>

export const Chapter = StrictObject({ seconds: Seconds, title: WrittenText({ min: 1, max: MAX_CHAPTER_TITLE_LENGTH }) })
export type Chapter = Static<typeof Chapter>

export const Captions = StrictObject({ language: Text(36), label: Text(128), url: Text(2048), cues: Type.Integer() })
export type Captions = Static<typeof Captions>

export const CourseVideo = StrictObject({
  ...Lesson.properties,
  courseId: Id,
  description: ShownDescription,
  video: Video,
  chapters: Type.Array(Chapter),
  captions: Type.Array(Captions),
  previousId: Nullable(Id),
  nextId: Nullable(Id),
})
export type CourseVideo = Static<typeof CourseVideo>

const VideoParams = StrictObject({ ...IdParams.properties, videoId: Id })
const CaptionParams = StrictObject({
  ...VideoParams.properties,
  language: Type.String({ pattern: LANGUAGE_TAG, maxLength: 36 }),
})

const CourseInput = {
  title: Type.Optional(WrittenText({ max: courseTitleLength.max })),
  description: Type.Optional(Description),
  coverId: Type.Optional(Id),
}
const VideoTitle = WrittenText({ min: 1, max: courseTitleLength.max })
const VideoInput = {
  description: Type.Optional(Description),
  chapters: Type.Optional(Type.Array(Chapter, { maxItems: MAX_CHAPTERS })),
}
const clear = <const F extends readonly string[]>(fields: F) =>
  Type.Optional(Type.Array(Enum(fields), { maxItems: fields.length }))

const backstage = { access: 'admin', response: Course } as const

export const BackstageCourse = StrictObject({
  ...CourseCard.properties,
  learners: Type.Integer(),
  finished: Type.Integer(),
  updatedAt: Time,
})
export type BackstageCourse = Static<typeof BackstageCourse>

export const routes = declareRoutes(
  { ...paths, ...backstagePaths },
  {
    listCourses: {
      summary: 'Lists published courses with the caller’s progress, latest first',
      access: 'public',
      rate: reads(2),
      query: StrictObject(PageQuery),
      response: PageOf(CourseCard),
    },
    listMyCourses: {
      summary: 'Lists courses the caller has started, last watched first',
      access: 'user',
      query: StrictObject(PageQuery),
      response: PageOf(CourseCard),
    },
    getCourse: {
      summary: 'Returns a course with its videos; unpublished ones only to administrators',
      access: 'public',
      rate: reads(1),
      response: Course,
    },
    getCourseVideo: {
      summary: 'Returns a video of a course with its chapters and captions',
      access: 'public',
      rate: reads(1),
      params: VideoParams,
      response: CourseVideo,
    },
    setProgress: {
      summary: 'Sets the caller’s progress; the latest device wins, by `at` if given',
      access: 'user',
      rate: [{ calls: 120, windowSeconds: 60, by: ['user'] }],
      params: VideoParams,
      body: StrictObject({
        seconds: Seconds,
        /** When the user reached `seconds`. Needed for reports that are sent late. A future time counts as now. */
        at: Type.Optional(Time),
      }),
      response: StrictObject({ seconds: Type.Number(), watched: Type.Boolean(), at: Time }),
    },
    listBackstageCourses: {
      summary: 'Lists all courses, last edited first',
      access: 'admin',
      query: tableQuery(courseColumns, { state: Type.Optional(Enum(backstageStates)) }),
      response: TableOf(BackstageCourse),
    },
    createCourse: {
      ...backstage,
      summary: 'Creates a course that only administrators see',
      body: StrictObject(CourseInput),
      status: 201,
    },
    getBackstageCourse: {
      ...backstage,
      summary: 'Returns a course, published or not',
    },
    updateCourse: {
      ...backstage,
      summary: 'Edits a course; `clear` lists fields to empty',
      body: StrictObject({ ...CourseInput, clear: clear(['description', 'coverId']) }),
    },
    deleteCourse: {
      summary: 'Deletes an unpublished course with the comments and progress of its videos',
      access: 'admin',
      body: GivenReason,
    },
    publishCourse: {
      ...backstage,
      summary: 'Publishes a course; 422 lists missing fields',
    },
    withdrawCourse: {
      ...backstage,
      summary: 'Unpublishes a course; comments and progress stay',
      body: GivenReason,
    },
    addCourseVideo: {
      ...backstage,
      summary: 'Adds an administrator’s uploaded video to the end of a course',
      body: StrictObject({ ...VideoInput, uploadId: Id, title: VideoTitle }),
      status: 201,
      response: CourseVideo,
    },
    updateCourseVideo: {
      summary: 'Edits title, description or chapters of a video',
      access: 'admin',
      params: VideoParams,
      body: StrictObject({ ...VideoInput, title: Type.Optional(VideoTitle), clear: clear(['description']) }),
      response: CourseVideo,
    },
    removeCourseVideo: {
      summary: 'Removes a video from a course; the file stays in its owner’s uploads',
      access: 'admin',
      params: VideoParams,
      body: GivenReason,
    },
    orderCourseVideos: {
      ...backstage,
      summary: 'Reorders the videos of a course; the request lists each once',
      body: StrictObject({ videoIds: Type.Array(Id, { maxItems: MAX_COURSE_VIDEOS }) }),
    },
    setCaptions: {
      summary: 'Sets a video’s captions in a language from an uploaded WebVTT file',
      access: 'admin',
      params: CaptionParams,
      body: StrictObject({ uploadId: Id, label: Type.Optional(WrittenText({ max: 128 })) }),
      response: CourseVideo,
    },
    removeCaptions: {
      summary: 'Removes a video’s captions in a language',
      access: 'admin',
      params: CaptionParams,
      body: GivenReason,
      response: CourseVideo,
    },
  },
)
