import { createHash } from 'node:crypto'
import type { CategoryNames } from '@toile/contracts/works/categories'
import {
  categorySlugLength,
  CATEGORY_SLUG_PATTERN,
  MAX_CATEGORY_NAME_LENGTH,
} from '@toile/contracts/works/categories.constants'
import { invalidInput, type FieldProblem } from '@toile/contracts/errors'
import { languages } from '@toile/contracts/languages.constants'
import { cleanText, lengthOf } from '@toile/contracts/texts'
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
      // Kept, and asked about each time: a renamed category shows its new name at once.
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
      const slug = cleanText(body.slug ?? '')
      const fits = new RegExp(CATEGORY_SLUG_PATTERN).test(slug)
      const problems: Record<string, FieldProblem[]> = {}
      if (!fits || slug.length < categorySlugLength.min || slug.length > categorySlugLength.max)
        problems['slug'] = [{ code: 'FIELD_CATEGORY_SLUG', params: categorySlugLength }]
      await addCategory(db, { slug, names: cleanNames(body.names, problems), actorId: user.id })
      return present(db)
    },

    async updateCategory({ db, user, params, body }) {
      const reason = cleanText(body.reason ?? '')
      const problems: Record<string, FieldProblem[]> = {}
      if (body.hidden && !reason) problems['reason'] = [{ code: 'FIELD_REQUIRED' }]
      const names = body.names && cleanNames(body.names, problems)
      if (Object.keys(problems).length > 0) throw invalidInput(problems)
      await updateCategory(db, params.slug, { ...body, names, reason, actorId: user.id })
      return present(db)
    },

    async orderCategories({ db, user, body }) {
      await orderCategories(db, { slugs: body.slugs, actorId: user.id })
      return present(db)
    },
  } satisfies Partial<Handlers>
}

/** A name in every language, within its limit; throws with these problems and its own. */
function cleanNames(names: CategoryNames, problems: Record<string, FieldProblem[]>): CategoryNames {
  const clean = { en: cleanText(names.en), 'zh-CN': cleanText(names['zh-CN']) }
  for (const language of languages) {
    if (!clean[language]) problems[`names.${language}`] = [{ code: 'FIELD_REQUIRED' }]
    if (lengthOf(clean[language]) > MAX_CATEGORY_NAME_LENGTH)
      problems[`names.${language}`] = [{ code: 'FIELD_TOO_LONG', params: { max: MAX_CATEGORY_NAME_LENGTH } }]
  }
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  return clean
}
