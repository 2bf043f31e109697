import type { Work, WorkInput } from '@toile/contracts/works/works'
import { cleanText, lengthOf } from '@toile/contracts/texts'
import { MAX_INTRO_LENGTH, titleLength } from '@toile/contracts/works/works.constants'

export type DraftFields = Required<
  Pick<WorkInput, 'title' | 'intro' | 'categories' | 'tags' | 'visibility' | 'imageIds' | 'downloadable'>
> &
  Record<Reference, string | null>
const references = ['coverId', 'uploadId', 'videoUploadId'] as const
type Reference = (typeof references)[number]

export const emptyDraft: DraftFields = {
  title: '',
  intro: '',
  categories: [],
  tags: [],
  visibility: 'public',
  imageIds: [],
  downloadable: false,
  coverId: null,
  uploadId: null,
  videoUploadId: null,
}

export function fieldsOf(work: Work): DraftFields {
  const { title, intro, categories, tags, visibility, downloadable, coverId, uploadId, videoUploadId } = work
  const imageIds = work.images.map(({ id }) => id)
  return { title, intro, categories, tags, visibility, downloadable, coverId, uploadId, videoUploadId, imageIds }
}

export function unsaved(edits: Partial<DraftFields>, saved: Partial<DraftFields>): Partial<DraftFields> {
  return Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => value !== saved[name as keyof DraftFields]),
  ) as Partial<DraftFields>
}

/** Converts edits to the body of a PATCH. `api` drops empty values, so `clear` contains the names of emptied fields. */
export function patchOf({ coverId, uploadId, videoUploadId, ...edits }: Partial<DraftFields>) {
  const named = { coverId, uploadId, videoUploadId }
  const clear = [
    ...(['title', 'intro'] as const).filter((name) => edits[name] !== undefined && cleanText(edits[name]) === ''),
    ...references.filter((name) => named[name] === null),
  ]
  return {
    ...edits,
    ...(coverId && { coverId }),
    ...(uploadId && { uploadId }),
    ...(videoUploadId && { videoUploadId }),
    ...(clear.length > 0 && { clear }),
  }
}

export type PublishRequirement =
  | 'title'
  | 'intro'
  | 'categories'
  | 'tags'
  | 'cover'
  | 'content'
  | 'upload'
  | 'pictures'
  | 'email'

/** The requirements for publication that are not met, in the order of the form. */
export function missing(
  fields: DraftFields,
  { ready, verified, sending }: { ready: boolean; verified: boolean; sending: boolean },
): PublishRequirement[] {
  const title = lengthOf(cleanText(fields.title))
  const intro = lengthOf(cleanText(fields.intro))
  const needs: Record<PublishRequirement, boolean> = {
    title: title < titleLength.min || title > titleLength.max,
    intro: intro === 0 || intro > MAX_INTRO_LENGTH,
    categories: fields.categories.length === 0,
    tags: fields.tags.length === 0,
    cover: fields.coverId === null,
    content: !fields.uploadId && !fields.videoUploadId && fields.imageIds.length === 0,
    upload: !ready,
    pictures: sending,
    email: !verified,
  }
  return (Object.keys(needs) as PublishRequirement[]).filter((need) => needs[need])
}
