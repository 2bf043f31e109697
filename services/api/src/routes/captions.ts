import { createHash } from 'node:crypto'
import { MAX_CAPTIONS } from '@toile/contracts/courses/courses.constants'
import { invalidInput, ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import type { Language } from '@toile/contracts/languages.constants'
import type { Db } from '@toile/db/client'
import { findCourse, listLessons } from '@toile/db/courses/courses'
import { putCaptions, removeCaptions } from '@toile/db/courses/courses-backstage'
import { storageKey } from '@toile/storage/keys'
import { captionsOf } from '../parse-captions.js'
import { courseAction, type CourseAction } from '../course-audit.js'
import type { Context } from '../http/context.js'
import type { Handlers } from '../http/register-routes.js'

interface Which {
  id: string
  videoId: string
}

export function captionHandlers({ courses, storage }: Context) {
  const presentVideo = async (db: Db, { id, videoId }: Which, language: Language) => {
    const row = await findCourse(db, id)
    const video = row && (await courses.video(db, row, { videoId, readerId: undefined, language }))
    if (!video) throw new ToileError('NOT_FOUND')
    return video
  }
  const lessonOf = async (db: Db, { id, videoId }: Which) => {
    const lesson = (await listLessons(db, id)).find((one) => one.videoId === videoId)
    if (!lesson) throw new ToileError('NOT_FOUND')
    return lesson
  }

  return {
    async setCaptions({ db, user, params: { id, videoId, language: tag }, body, language }) {
      const lesson = await lessonOf(db, { id, videoId })
      const others = lesson.captions.filter((one) => one.language !== tag)
      if (others.length >= MAX_CAPTIONS)
        throw invalidInput({ language: [{ code: 'FIELD_TOO_MANY', params: { max: MAX_CAPTIONS } }] })
      const { text, cues } = await captionsOf(db, storage, {
        uploadId: body.uploadId,
        seconds: lesson.durationSeconds,
      })
      const bytes = Buffer.from(text)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const fileId = newId()
      const variant = { name: 'captions', hash: sha256.slice(0, 16), extension: 'vtt' }
      const key = storageKey('videos', fileId, variant)
      const contentType = 'text/vtt; charset=utf-8'
      await storage.put(key, bytes, { contentType })
      const file = {
        id: fileId,
        ownerId: user.id,
        kind: 'captions',
        key,
        contentType,
        sha256,
        state: 'stored',
      } as const
      const captions = {
        courseId: id,
        videoId,
        language: tag,
        label: body.label ?? '',
        cues,
        file: { ...file, bytes: bytes.length },
      }
      const action: CourseAction = { user, fact: 'changed', courseId: id, videoId }
      await courseAction(db, action, (trx) => putCaptions(trx, captions))
      return presentVideo(db, { id, videoId }, language)
    },

    async removeCaptions({ db, user, params: { id, videoId, language: tag }, body, language }) {
      await lessonOf(db, { id, videoId })
      const which = { courseId: id, videoId, language: tag }
      const action: CourseAction = { user, fact: 'changed', courseId: id, videoId, reason: body?.reason }
      await courseAction(db, action, (trx) => removeCaptions(trx, which))
      return presentVideo(db, { id, videoId }, language)
    },
  } satisfies Partial<Handlers>
}
