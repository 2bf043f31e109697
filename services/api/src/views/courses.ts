import type { Course, CourseCard, CourseVideo, Lesson } from '@toile/contracts/courses/courses'
import { MAX_SUMMARY_LENGTH } from '@toile/contracts/courses/courses.constants'
import type { Language } from '@toile/contracts/languages.constants'
import type { Db } from '@toile/db/client'
import { listLessons, type CourseRow, type LessonRow } from '@toile/db/courses/courses'
import { imagesOfUploads, type ImageRow } from '@toile/db/images/images'
import { videosOfUploads } from '@toile/db/videos/videos'
import type { Links } from '@toile/runtime/links'
import { plainText, withImages } from '../rich-text.js'
import { imageView } from './images.js'
import { imagesById } from './present-works.js'
import { videoView } from './videos.js'

interface VideoOf {
  videoId: string
  readerId: string | undefined
  language: Language
}

export function createPresentCourses(links: Links) {
  const postersOf = async (db: Db, uploadIds: readonly string[]) => {
    const images = uploadIds.length > 0 ? await imagesOfUploads(db, uploadIds) : []
    return new Map(images.filter(({ purpose }) => purpose === 'inline').map((image) => [image.uploadId ?? '', image]))
  }
  const shown = async (db: Db, { description, imageIds }: Pick<CourseRow, 'description' | 'imageIds'>) =>
    withImages(description, await imagesById(db, imageIds), links)
  const lessonView = (row: LessonRow, posters: ReadonlyMap<string, ImageRow>): Lesson => {
    const poster = posters.get(row.uploadId)
    return {
      id: row.videoId,
      title: row.title,
      durationSeconds: row.durationSeconds,
      poster: poster ? imageView(poster, links) : null,
      comments: row.comments,
      progress: row.seen && { ...row.seen, at: new Date(row.seen.at).toISOString() },
    }
  }
  const cards = async (db: Db, rows: readonly CourseRow[]): Promise<CourseCard[]> => {
    const covers = await imagesById(
      db,
      rows.map((row) => row.coverId),
    )
    const posters = await postersOf(
      db,
      rows.flatMap((row) => row.uploadIds.slice(0, 1)),
    )
    return rows.map((row) => {
      const cover = covers.get(row.coverId ?? '') ?? posters.get(row.uploadIds[0] ?? '')
      return {
        id: row.id,
        title: row.title,
        summary: summaryOf(row.description),
        cover: cover ? imageView(cover, links) : null,
        videos: row.uploadIds.length,
        durationSeconds: row.durationSeconds,
        publishedAt: row.publishedAt?.toISOString() ?? null,
        progress: row.seen && { ...row.seen, at: new Date(row.seen.at).toISOString() },
      }
    })
  }

  return {
    cards,

    async course(db: Db, row: CourseRow, readerId: string | undefined): Promise<Course> {
      const lessons = await listLessons(db, row.id, readerId)
      const posters = await postersOf(db, row.uploadIds)
      return {
        ...(await cards(db, [row]))[0]!,
        description: await shown(db, row),
        coverId: row.coverId,
        lessons: lessons.map((lesson) => lessonView(lesson, posters)),
        version: row.version,
      }
    },

    async video(db: Db, row: CourseRow, { videoId, readerId, language }: VideoOf): Promise<CourseVideo | undefined> {
      const lessons = await listLessons(db, row.id, readerId)
      const place = lessons.findIndex((one) => one.videoId === videoId)
      const lesson = lessons[place]
      const [video] = lesson ? await videosOfUploads(db, [lesson.uploadId]) : []
      if (!lesson || !video) return undefined
      const pictures = await imagesOfUploads(db, [lesson.uploadId])
      return {
        ...lessonView(lesson, await postersOf(db, [lesson.uploadId])),
        courseId: row.id,
        description: await shown(db, lesson),
        video: videoView(video, pictures, links, language),
        chapters: lesson.chapters,
        captions: lesson.captions.map(({ fileId, public: isPublic, ...caption }) => ({
          ...caption,
          url: links.file({ id: fileId, name: `${caption.language}.vtt`, public: isPublic }),
        })),
        previousId: lessons[place - 1]?.videoId ?? null,
        nextId: lessons[place + 1]?.videoId ?? null,
      }
    },
  }
}

function summaryOf(description: string): string {
  const words = plainText(description).replace(/\s+/g, ' ')
  const characters = [...words]
  return characters.length <= MAX_SUMMARY_LENGTH ? words : `${characters.slice(0, MAX_SUMMARY_LENGTH - 1).join('')}…`
}
