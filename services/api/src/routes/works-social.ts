import { createHmac } from 'node:crypto'
import { invalidInput, ToileError } from '@toile/contracts/errors'
import { inTransaction } from '@toile/db/client'
import { suggestTags } from '@toile/db/works/tags'
import { findImages, imagesOfUploads } from '@toile/db/images/images'
import { assertNotSuspended } from '@toile/db/tenants/tenant-quotas'
import { findUpload } from '@toile/db/uploads/uploads'
import { canSeeWork } from '@toile/db/works/shown-works'
import { likeWork, unlikeWork, viewWork } from '@toile/db/works/work-counters'
import { findOriginal, insertWorkVersion, listVersions } from '@toile/db/works/work-versions'
import { findWork } from '@toile/db/works/works'
import { updateWork } from '@toile/db/works/works-transitions'
import { networkOf } from '@toile/runtime/client-address'
import { oembedView, workIdOf } from '../views/oembed.js'
import { versionView } from '../views/works.js'
import type { Context } from '../http/context.js'
import type { Handlers } from '../http/register-routes.js'

export function workSocialHandlers({ config, links, present }: Context) {
  /** Pseudonym of a viewer for one day. It reveals neither address nor user. */
  const viewerOf = (who: string) =>
    createHmac('sha256', config.secret)
      .update(`viewer ${new Date().toISOString().slice(0, 10)} ${who}`)
      .digest()
      .subarray(0, 16)

  return {
    async like({ db, params, user }) {
      const likes = await likeWork(db, params.id, user.id)
      if (likes === undefined) throw new ToileError('NOT_FOUND')
      return { liked: true, likes }
    },

    async unlike({ db, params, user }) {
      const likes = await unlikeWork(db, params.id, user.id)
      if (likes === undefined) throw new ToileError('NOT_FOUND')
      return { liked: false, likes }
    },

    async viewWork({ db, params, user, request }) {
      await viewWork(db, { workId: params.id, viewer: viewerOf(user?.id ?? networkOf(request.ip)), userId: user?.id })
    },

    async downloadWork({ db, params, user }) {
      const work = await findWork(db, params.id)
      if (!work || !canSeeWork(work, user)) throw new ToileError('NOT_FOUND')
      if (!work.downloadable && work.ownerId !== user.id) throw new ToileError('FORBIDDEN')
      const original = await findOriginal(db, params.id)
      if (!original) throw new ToileError('NOT_FOUND')
      const { id, bytes, filename } = original
      return { url: links.file({ id, name: encodeURIComponent(filename), public: false }), bytes, filename }
    },

    async listVersions({ db, params, user, query }) {
      const work = await findWork(db, params.id)
      if (!work || !canSeeWork(work, user)) throw new ToileError('NOT_FOUND')
      const page = await listVersions(db, { workId: work.id, limit: query.limit, cursor: query.cursor })
      const pictures = await imagesOfUploads(
        db,
        page.items.flatMap(({ uploadId }) => uploadId ?? []),
      )
      return { items: page.items.map((row) => versionView(row, pictures, links)), nextCursor: page.nextCursor }
    },

    async addVersion({ db, params, user, body }) {
      const upload = await findUpload(db, body.uploadId)
      if (upload?.ownerId !== user.id || upload.kind !== 'model')
        throw invalidInput({ uploadId: [{ code: 'FIELD_INVALID' }] })
      if (upload.stage !== 'ready_to_publish') throw invalidInput({ uploadId: [{ code: 'FIELD_UPLOAD_NOT_READY' }] })
      await inTransaction(db, async (trx) => {
        await assertNotSuspended(trx, user.id)
        if (!(await updateWork(trx, params.id, { upload_id: body.uploadId }))) throw new ToileError('STATE_CONFLICT')
        await insertWorkVersion(trx, params.id)
      })
      return present.one(db, params.id, user.id)
    },

    async suggestTags({ db, query }) {
      return { items: await suggestTags(db, query.q ?? '') }
    },

    async oembed({ db, query }) {
      const id = workIdOf(query.url, config.publicUrl)
      const work = id && (await findWork(db, id))
      if (!work || !canSeeWork(work, undefined)) throw new ToileError('NOT_FOUND')
      const [cover] = work.coverId ? await findImages(db, [work.coverId]) : []
      return oembedView(work, cover, { ...query, publicUrl: config.publicUrl, links })
    },
  } satisfies Partial<Handlers>
}
