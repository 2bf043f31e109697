import { invalidInput, ToileError, type FieldProblem } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import type { Work, WorkCard, WorkInput, workRoutes } from '@toile/contracts/works'
import {
  hotspotTitleLength,
  maxHotspotTextLength,
  maxIntroLength,
  maxTagLength,
  titleLength,
  type WorkState,
} from '@toile/contracts/works.constants'
import { inTransaction, type Db } from '@toile/db/client'
import type { Page } from '@toile/db/cursors'
import { findImages, imagesOfUploads, type ImageRow } from '@toile/db/queries/images'
import { findUpload } from '@toile/db/queries/uploads'
import { videosOfUploads } from '@toile/db/queries/videos'
import {
  canSeeWork,
  deleteWork,
  findWork,
  insertWork,
  insertWorkVersion,
  listFeed,
  listOwnWorks,
  moveWork,
  setHotspots,
  updateWork,
  type WorkFields,
  type WorkRow,
} from '@toile/db/queries/works'
import type { UploadKind } from '@toile/contracts/uploads.constants'
import type { HandlersOf } from '../implement.js'
import type { Links } from '../views/links.js'
import { workCardView, workView } from '../views/works.js'

const PAGE = 24

/** Covers and creators' avatars of these works, by id, in one query; those that are `known` are not asked for again. */
async function shownImages(
  db: Db,
  rows: readonly WorkRow[],
  known: readonly ImageRow[] = [],
): Promise<Map<string, ImageRow>> {
  const images = new Map(known.map((image) => [image.id, image]))
  const missing = new Set(rows.flatMap((row) => [row.cover_id ?? [], row.avatar_id ?? []].flat()))
  for (const id of images.keys()) missing.delete(id)
  if (missing.size > 0) for (const image of await findImages(db, [...missing])) images.set(image.id, image)
  return images
}

export function workHandlers({ links }: { links: Links }): HandlersOf<typeof workRoutes> {
  const present = async (db: Db, id: string): Promise<Work> => {
    const row = await findWork(db, id)
    if (!row) throw new ToileError('NOT_FOUND')
    return presentRow(db, row)
  }
  const presentRow = async (db: Db, row: WorkRow): Promise<Work> => {
    const uploadIds = [row.upload_id ?? [], row.video_upload_id ?? []].flat()
    const pictures = uploadIds.length > 0 ? await imagesOfUploads(db, uploadIds) : []
    const [video] = row.video_upload_id ? await videosOfUploads(db, [row.video_upload_id]) : []
    // A cover is one of them, or a picture of its own.
    return workView(row, { images: await shownImages(db, [row], pictures), pictures, video, links })
  }
  const presentPage = async (
    db: Db,
    page: Page<WorkRow>,
  ): Promise<{ items: WorkCard[]; nextCursor: string | null }> => {
    const images = await shownImages(db, page.items)
    return {
      items: page.items.map((row) => workCardView(row, images, links)),
      nextCursor: page.nextCursor,
    }
  }
  const move =
    (to: WorkState, from?: WorkState) =>
    async ({ db, params }: { db: Db; params: { id: string } }): Promise<Work> => {
      await inTransaction(db, async (trx) => {
        if (!(await moveWork(trx, params.id, to, from))) throw new ToileError('STATE_CONFLICT')
      })
      return present(db, params.id)
    }

  return {
    async listWorks({ db, query }) {
      return presentPage(db, await listFeed(db, { limit: query.limit ?? PAGE, cursor: query.cursor }))
    },

    async createWork({ db, user, body }) {
      const id = newId()
      const fields = await fieldsOf(db, user.id, body)
      await inTransaction(db, (trx) => insertWork(trx, { id, ownerId: user.id, ...fields }))
      return present(db, id)
    },

    async getWork({ db, params, user }) {
      const row = await findWork(db, params.id)
      if (!row || !canSeeWork(row, user?.id)) throw new ToileError('NOT_FOUND')
      return presentRow(db, row)
    },

    async updateWork({ db, params, user, body: { clear, ...input } }) {
      const fields = { ...(await fieldsOf(db, user.id, input)), ...clearedFields(clear ?? []) }
      await inTransaction(db, async (trx) => {
        if (!(await updateWork(trx, params.id, fields))) throw new ToileError('STATE_CONFLICT')
        const row = (await findWork(trx, params.id))!
        // A released work stays complete: what could not be published cannot be saved over it.
        if (row.state === 'released') assertComplete(row)
      })
      return present(db, params.id)
    },

    async setHotspots({ db, params, body }) {
      const hotspots = body.hotspots.map((spot) => ({ ...spot, title: clean(spot.title), text: clean(spot.text) }))
      const lengths = hotspots.map(({ title, text }) => [lengthOf(title), lengthOf(text)] as const)
      if (lengths.some(([title]) => title < hotspotTitleLength.min))
        throw invalidInput({ title: [{ code: 'FIELD_REQUIRED' }] })
      if (lengths.some(([title, text]) => title > hotspotTitleLength.max || text > maxHotspotTextLength))
        throw invalidInput({ hotspots: [{ code: 'FIELD_TOO_LONG', params: { max: maxHotspotTextLength } }] })
      if (!(await setHotspots(db, params.id, hotspots))) throw new ToileError('STATE_CONFLICT')
      return present(db, params.id)
    },

    async deleteWork({ db, params }) {
      if (!(await deleteWork(db, params.id))) throw new ToileError('WORK_NOT_IN_TRASH')
    },

    async publishWork({ db, params }) {
      await inTransaction(db, async (trx) => {
        if (!(await moveWork(trx, params.id, 'released'))) throw new ToileError('STATE_CONFLICT')
        // Read after the move, whose row lock keeps the fields as they are until the commit.
        assertComplete((await findWork(trx, params.id))!)
        await insertWorkVersion(trx, params.id)
      })
      return present(db, params.id)
    },

    unpublishWork: move('draft', 'released'),
    trashWork: move('trashed'),
    restoreWork: move('draft', 'trashed'),

    async listMyWorks({ db, user, query }) {
      const page = await listOwnWorks(db, {
        ownerId: user.id,
        state: query.state,
        limit: query.limit ?? PAGE,
        cursor: query.cursor,
      })
      return presentPage(db, page)
    },
  }
}

/** Length as people count: code points, after NFC and trimming. */
const lengthOf = (text: string) => [...text].length
const clean = (text: string) => text.normalize('NFC').trim()

/** The input as columns: cleaned, within its limits, and made of the caller's own upload and pictures only. */
async function fieldsOf(db: Db, ownerId: string, input: WorkInput): Promise<WorkFields> {
  const problems: Record<string, FieldProblem[]> = {}
  const title = input.title === undefined ? undefined : clean(input.title)
  const intro = input.intro === undefined ? undefined : clean(input.intro)
  const tags = input.tags && [...new Set(input.tags.map(clean).filter(Boolean))]
  if (title !== undefined && lengthOf(title) > titleLength.max)
    problems['title'] = [{ code: 'FIELD_TOO_LONG', params: { max: titleLength.max } }]
  if (intro !== undefined && lengthOf(intro) > maxIntroLength)
    problems['intro'] = [{ code: 'FIELD_TOO_LONG', params: { max: maxIntroLength } }]
  if (tags?.some((tag) => lengthOf(tag) > maxTagLength))
    problems['tags'] = [{ code: 'FIELD_TOO_LONG', params: { max: maxTagLength } }]
  const isOwn = async (id: string, kind: UploadKind) => {
    const upload = await findUpload(db, id)
    return upload?.owner_id === ownerId && upload.kind === kind
  }
  if (input.uploadId && !(await isOwn(input.uploadId, 'model'))) problems['uploadId'] = [{ code: 'FIELD_INVALID' }]
  if (input.videoUploadId && !(await isOwn(input.videoUploadId, 'video')))
    problems['videoUploadId'] = [{ code: 'FIELD_INVALID' }]
  if (input.coverId) {
    const [cover] = await findImages(db, [input.coverId])
    if (cover?.owner_id !== ownerId || cover.purpose !== 'cover' || cover.status !== 'ready')
      problems['coverId'] = [{ code: 'FIELD_INVALID' }]
  }
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  return {
    title,
    intro,
    tags,
    categories: input.categories && [...new Set(input.categories)],
    visibility: input.visibility,
    upload_id: input.uploadId,
    video_upload_id: input.videoUploadId,
    cover_id: input.coverId,
  }
}

function clearedFields(clear: readonly string[]): WorkFields {
  const cleared = new Set(clear)
  return {
    ...(cleared.has('title') && { title: '' }),
    ...(cleared.has('intro') && { intro: '' }),
    ...(cleared.has('coverId') && { cover_id: null }),
    ...(cleared.has('uploadId') && { upload_id: null }),
    ...(cleared.has('videoUploadId') && { video_upload_id: null }),
  }
}

/** All that the spec asks of a published work; 422 with every field that is missing. */
function assertComplete(work: WorkRow): void {
  const fields: Record<string, FieldProblem[]> = {}
  if (lengthOf(work.title) < titleLength.min)
    fields['title'] = [{ code: 'FIELD_TOO_SHORT', params: { min: titleLength.min } }]
  if (work.intro === '') fields['intro'] = [{ code: 'FIELD_REQUIRED' }]
  if (work.categories.length === 0) fields['categories'] = [{ code: 'FIELD_REQUIRED' }]
  if (work.tags.length === 0) fields['tags'] = [{ code: 'FIELD_REQUIRED' }]
  if (!work.cover_id) fields['coverId'] = [{ code: 'FIELD_REQUIRED' }]
  if (!work.upload_id && !work.video_upload_id) fields['uploadId'] = [{ code: 'FIELD_REQUIRED' }]
  if (work.upload_id && work.upload_stage !== 'ready_to_publish')
    fields['uploadId'] = [{ code: 'FIELD_UPLOAD_NOT_READY' }]
  if (work.video_upload_id && work.video_stage !== 'ready_to_publish')
    fields['videoUploadId'] = [{ code: 'FIELD_UPLOAD_NOT_READY' }]
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
}
