import { cutText } from '@toile/contracts/cut-text'
import { invalidInput, ToileError, type FieldProblem } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import { lengthOf } from '@toile/contracts/texts'
import type { Work, WorkInput } from '@toile/contracts/works/works'
import { MAX_SEARCH_LENGTH, titleLength, type WorkState } from '@toile/contracts/works/works.constants'
import { inTransaction, type Db } from '@toile/db/client'
import { listFeed } from '@toile/db/works/feed'
import { listCategories } from '@toile/db/categories/categories'
import { findImages } from '@toile/db/images/images'
import { assertNotSuspended } from '@toile/db/tenants/tenant-quotas'
import { findUpload } from '@toile/db/uploads/uploads'
import { canSeeWork } from '@toile/db/works/shown-works'
import type { User } from '@toile/db/users/users'
import { overviewOf } from '@toile/db/users/overview'
import { insertWorkVersion } from '@toile/db/works/work-versions'
import { findWork, listOwnWorks, type WorkRow } from '@toile/db/works/works'
import {
  deleteWork,
  insertWork,
  moveWork,
  setHotspots,
  updateWork,
  type WorkFields,
} from '@toile/db/works/works-transitions'
import type { UploadKind } from '@toile/contracts/uploads/uploads.constants'
import { createRevisionLoader } from '../views/revision-loader.js'
import type { Context } from '../http/context.js'
import type { Handlers } from '../http/register-routes.js'

export function workHandlers({ db: pool, present, workJson }: Context) {
  const revisionOf = createRevisionLoader(pool)
  const move =
    (to: WorkState, from?: WorkState) =>
    async ({ db, params, user }: { db: Db; params: { id: string }; user: User }): Promise<Work> => {
      await inTransaction(db, async (trx) => {
        if (!(await moveWork(trx, params.id, to, from))) throw new ToileError('STATE_CONFLICT')
      })
      return present.one(db, params.id, user.id)
    }

  return {
    async listWorks({ db, user, query: { creator, q, ...query } }) {
      // Visitors follow nobody.
      if (query.sort === 'following' && !user) throw new ToileError('UNAUTHENTICATED')
      const page = await listFeed(db, {
        ...query,
        sort: query.sort ?? 'latest',
        limit: query.limit,
        q: q && cutText(q, MAX_SEARCH_LENGTH),
        ownerId: creator,
        viewerId: user?.id,
      })
      return workJson.page(db, page)
    },

    async createWork({ db, user, body }) {
      const id = newId()
      const fields = await fieldsOf(db, user.id, body)
      await inTransaction(db, (trx) => insertWork(trx, { id, ownerId: user.id, ...fields }))
      return present.one(db, id, user.id)
    },

    async getWork({ db, params, user }) {
      const work = await revisionOf({ id: params.id, viewerId: user?.id })
      if (!work || !canSeeWork(work, user)) throw new ToileError('NOT_FOUND')
      const json = await workJson.work(db, work)
      if (json) return json
      const row = await findWork(db, work.id)
      if (!row || !canSeeWork(row, user)) throw new ToileError('NOT_FOUND')
      return present.row(db, row, user?.id)
    },

    async updateWork({ db, params, user, body: { clear, ...input } }) {
      const former = await findWork(db, params.id)
      const fields = { ...(await fieldsOf(db, user.id, input, former?.categories)), ...clearedFields(clear ?? []) }
      await inTransaction(db, async (trx) => {
        if (!(await updateWork(trx, params.id, fields))) throw new ToileError('STATE_CONFLICT')
        const row = (await findWork(trx, params.id))!
        if (row.state === 'released') {
          assertComplete(row)
          await assertNotSuspended(trx, user.id)
          if (row.uploadId !== former?.uploadId) await insertWorkVersion(trx, params.id)
        }
      })
      return present.one(db, params.id, user.id)
    },

    async setHotspots({ db, params, user, body }) {
      if (!(await setHotspots(db, params.id, body.hotspots))) throw new ToileError('STATE_CONFLICT')
      return present.one(db, params.id, user.id)
    },

    async deleteWork({ db, params }) {
      if (!(await deleteWork(db, params.id))) throw new ToileError('WORK_NOT_IN_TRASH')
    },

    async publishWork({ db, params, user }) {
      await inTransaction(db, async (trx) => {
        if (!(await moveWork(trx, params.id, 'released'))) throw new ToileError('STATE_CONFLICT')
        // The work is read after the move, because the move's row lock keeps the fields unchanged until the commit.
        assertComplete((await findWork(trx, params.id))!)
        await assertNotSuspended(trx, user.id)
        await insertWorkVersion(trx, params.id)
      })
      return present.one(db, params.id, user.id)
    },

    unpublishWork: move('draft', 'released'),
    trashWork: move('trashed'),
    restoreWork: move('draft', 'trashed'),

    async listMyWorks({ db, user, query }) {
      const page = await listOwnWorks(db, {
        ownerId: user.id,
        state: query.state,
        limit: query.limit,
        cursor: query.cursor,
      })
      return present.page(page)
    },

    overview: ({ db, user }) => overviewOf(db, user.id),
  } satisfies Partial<Handlers>
}

async function fieldsOf(
  db: Db,
  ownerId: string,
  input: WorkInput,
  present: readonly string[] = [],
): Promise<WorkFields> {
  const problems: Record<string, FieldProblem[]> = {}
  const chosen = input.categories && [...new Set(input.categories)]
  if (chosen) {
    const known = new Map((await listCategories(db)).map(({ slug, hidden }) => [slug, hidden]))
    const isNew = (slug: string) => !present.includes(slug)
    if (chosen.some((slug) => !known.has(slug))) problems['categories'] = [{ code: 'FIELD_CATEGORY_UNKNOWN' }]
    else if (chosen.some((slug) => known.get(slug) && isNew(slug)))
      problems['categories'] = [{ code: 'FIELD_CATEGORY_HIDDEN' }]
  }
  const isOwn = async (id: string, kind: UploadKind) => {
    const upload = await findUpload(db, id)
    return upload?.ownerId === ownerId && upload.kind === kind
  }
  if (input.uploadId && !(await isOwn(input.uploadId, 'model'))) problems['uploadId'] = [{ code: 'FIELD_INVALID' }]
  if (input.videoUploadId && !(await isOwn(input.videoUploadId, 'video')))
    problems['videoUploadId'] = [{ code: 'FIELD_INVALID' }]
  if (input.coverId) {
    const [cover] = await findImages(db, [input.coverId])
    if (cover?.ownerId !== ownerId || cover.purpose !== 'cover' || cover.status !== 'ready')
      problems['coverId'] = [{ code: 'FIELD_INVALID' }]
  }
  const imageIds = input.imageIds && [...new Set(input.imageIds)]
  if (imageIds && imageIds.length > 0) {
    const images = await findImages(db, imageIds)
    const fit = images.filter(
      (image) => image.ownerId === ownerId && image.purpose === 'detail' && image.status === 'ready',
    )
    if (fit.length < imageIds.length) problems['imageIds'] = [{ code: 'FIELD_IMAGE_NOT_READY' }]
  }
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  return {
    title: input.title,
    intro: input.intro,
    tags: input.tags && [...new Set(input.tags.filter(Boolean))],
    categories: chosen,
    visibility: input.visibility,
    upload_id: input.uploadId,
    video_upload_id: input.videoUploadId,
    cover_id: input.coverId,
    image_ids: imageIds,
    downloadable: input.downloadable,
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

function assertComplete(work: WorkRow): void {
  const fields: Record<string, FieldProblem[]> = {}
  if (lengthOf(work.title) < titleLength.min)
    fields['title'] = [{ code: 'FIELD_TOO_SHORT', params: { min: titleLength.min } }]
  if (work.intro === '') fields['intro'] = [{ code: 'FIELD_REQUIRED' }]
  if (work.categories.length === 0) fields['categories'] = [{ code: 'FIELD_REQUIRED' }]
  if (work.tags.length === 0) fields['tags'] = [{ code: 'FIELD_REQUIRED' }]
  if (!work.coverId) fields['coverId'] = [{ code: 'FIELD_REQUIRED' }]
  if (!work.uploadId && !work.videoUploadId && work.imageIds.length === 0)
    fields['uploadId'] = [{ code: 'FIELD_REQUIRED' }]
  if (work.uploadId && work.uploadStage !== 'ready_to_publish')
    fields['uploadId'] = [{ code: 'FIELD_UPLOAD_NOT_READY' }]
  if (work.videoUploadId && work.videoStage !== 'ready_to_publish')
    fields['videoUploadId'] = [{ code: 'FIELD_UPLOAD_NOT_READY' }]
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
}
