import { createHash } from 'node:crypto'
import { categorySlugLength, CATEGORY_SLUG_PATTERN } from '@toile/contracts/works/categories.constants'
import { invalidInput } from '@toile/contracts/errors'
import type { Db } from '@toile/db/client'
import { listCategories } from '@toile/db/categories/categories'
import {
  addCategory,
  listBackstageCategories,
  orderCategories,
  updateCategory,
} from '@toile/db/categories/categories-backstage'
import { hasVersion } from '../http/conditional.js'
import { type Handlers, SENT } from '../http/register-routes.js'

export function categoryHandlers() {
  return {
    async listCategories({ db, request, reply }) {
      const items = await listCategories(db)
      const etag = `"${createHash('sha256').update(JSON.stringify(items)).digest('base64url')}"`
      // Clients revalidate each time, so that a renamed category shows its new name at once.
      reply.headers({ etag, 'cache-control': 'no-cache' })
      if (!hasVersion(request, etag)) return { items }
      void reply.code(304).send()
      return SENT
    },
  } satisfies Partial<Handlers>
}

export function backstageCategoryHandlers() {
  const present = async (db: Db) => ({
    items: (await listBackstageCategories(db)).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
  })
  return {
    listBackstageCategories: ({ db }) => present(db),

    async addCategory({ db, user, body }) {
      const { slug = '', names } = body
      const fits = new RegExp(CATEGORY_SLUG_PATTERN).test(slug)
      if (!fits || slug.length < categorySlugLength.min || slug.length > categorySlugLength.max)
        throw invalidInput({ slug: [{ code: 'FIELD_CATEGORY_SLUG', params: categorySlugLength }] })
      await addCategory(db, { slug, names, actorId: user.id })
      return present(db)
    },

    async updateCategory({ db, user, params, body }) {
      const { reason = '', names, hidden } = body
      if (hidden && !reason) throw invalidInput({ reason: [{ code: 'FIELD_REQUIRED' }] })
      await updateCategory(db, params.slug, { names, hidden, reason, actorId: user.id })
      return present(db)
    },

    async orderCategories({ db, user, body }) {
      await orderCategories(db, { slugs: body.slugs, actorId: user.id })
      return present(db)
    },
  } satisfies Partial<Handlers>
}
