import type { Chapter } from '@toile/contracts/courses/courses'
import { MAX_COURSE_DESCRIPTION_LENGTH } from '@toile/contracts/courses/courses.constants'
import { invalidInput, type FieldProblem } from '@toile/contracts/errors'
import { lengthOf } from '@toile/contracts/texts'
import type { Db } from '@toile/db/client'
import { findImages } from '@toile/db/images/images'
import { assertOwnImages, cleanHtml } from './rich-text.js'

export interface PicturesOf {
  ownerId: string
  known: readonly (string | null)[]
}

/** Cleans the description. @throws 422 for wrong fields. The description's pictures are checked after all fields. */
export async function courseFields(
  db: Db,
  pictures: PicturesOf,
  body: { title?: string; description?: string; coverId?: string },
) {
  const problems: Record<string, FieldProblem[]> = {}
  const description = descriptionOf(body, problems)
  if (body.coverId && !pictures.known.includes(body.coverId)) {
    const [cover] = await findImages(db, [body.coverId])
    if (cover?.ownerId !== pictures.ownerId || cover.status !== 'ready' || cover.purpose === 'avatar')
      problems['coverId'] = [{ code: 'FIELD_IMAGE_NOT_READY' }]
  }
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  const image_ids = await imagesOf(db, pictures, description)
  return { title: body.title, description, image_ids, cover_id: body.coverId }
}

/** Sorts the chapters. @throws 422 for a wrong description, chapters that start together, or one beyond the video */
export async function lessonFields(
  db: Db,
  pictures: PicturesOf,
  body: { title?: string; description?: string; chapters?: readonly Chapter[] },
  durationSeconds: number,
) {
  const chapters = body.chapters && [...body.chapters].sort((one, other) => one.seconds - other.seconds)
  const problems: Record<string, FieldProblem[]> = {}
  const description = descriptionOf(body, problems)
  const fits = chapters?.every(({ seconds }, i) => seconds < durationSeconds && seconds !== chapters[i - 1]?.seconds)
  if (fits === false) problems['chapters'] = [{ code: 'FIELD_INVALID' }]
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  return { title: body.title, description, image_ids: await imagesOf(db, pictures, description), chapters }
}

function descriptionOf(body: { description?: string }, problems: Record<string, FieldProblem[]>): string | undefined {
  if (body.description === undefined) return undefined
  const description = cleanHtml(body.description)
  if (lengthOf(description) > MAX_COURSE_DESCRIPTION_LENGTH)
    problems['description'] = [{ code: 'FIELD_TOO_LONG', params: { max: MAX_COURSE_DESCRIPTION_LENGTH } }]
  return description
}

async function imagesOf(db: Db, { ownerId, known }: PicturesOf, description: string | undefined) {
  if (description === undefined) return undefined
  const shown = known.filter((id) => id !== null)
  return assertOwnImages(db, description, { ownerId, field: 'description', known: shown })
}
