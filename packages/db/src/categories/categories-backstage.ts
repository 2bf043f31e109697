import { sql } from 'kysely'
import type { CategoryNames } from '@toile/contracts/works/categories'
import { invalidInput, ToileError } from '@toile/contracts/errors'
import { inTransaction, type Db } from '../client.js'
import { recordAudit } from '../audit/audit.js'
import { listCategories } from './categories.js'

// Categories are never deleted, because works and URLs contain their slugs.

export function listBackstageCategories(db: Db) {
  return db
    .selectFrom('categories')
    .select(['slug', 'names', 'hidden', 'created_at as createdAt'])
    .select(sql<number>`(select count(*)::int from works where categories @> array[slug])`.as('works'))
    .orderBy('place')
    .orderBy('slug')
    .execute()
}

/** Appends a category. @throws ToileError INVALID_INPUT for a taken slug */
export function addCategory(db: Db, category: { slug: string; names: CategoryNames; actorId: string }): Promise<void> {
  const { slug, names, actorId } = category
  return inTransaction(db, async (trx) => {
    const added = await sql`insert into categories (slug, names, place)
      select ${slug}, ${JSON.stringify(names)}::jsonb, coalesce(max(place), 0) + 1 from categories
      on conflict do nothing returning slug`.execute(trx)
    if (added.rows.length === 0) throw invalidInput({ slug: [{ code: 'FIELD_TAKEN' }] })
    await recordAudit(trx, {
      actorId,
      action: 'category.added',
      subjectKind: 'category',
      params: { slug, name: auditedName(names) },
      after: namesByLanguage(names),
    })
  })
}

/** Writes no audit row if nothing changes. @returns whether anything changed @throws ToileError NOT_FOUND */
export function updateCategory(
  db: Db,
  slug: string,
  change: { names?: CategoryNames; hidden?: boolean; reason?: string; actorId: string },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const was = await trx
      .selectFrom('categories')
      .select(['names', 'hidden'])
      .where('slug', '=', slug)
      .forUpdate()
      .executeTakeFirst()
    if (!was) throw new ToileError('NOT_FOUND')
    const { names = was.names, hidden = was.hidden, reason, actorId } = change
    await trx
      .updateTable('categories')
      .set({ names: JSON.stringify(names), hidden })
      .where('slug', '=', slug)
      .execute()
    const action = {
      actorId,
      subjectKind: 'category',
      params: { slug, name: auditedName(names) },
      ...(reason && { reason }),
    }
    const [before, after] = [namesByLanguage(was.names), namesByLanguage(names)]
    const isRenamed = JSON.stringify(before) !== JSON.stringify(after)
    if (isRenamed) await recordAudit(trx, { ...action, action: 'category.renamed', before, after })
    if (hidden !== was.hidden)
      await recordAudit(trx, {
        ...action,
        action: hidden ? 'category.hidden' : 'category.shown',
        before: { hidden: hidden ? 'no' : 'yes' },
        after: { hidden: hidden ? 'yes' : 'no' },
      })
    return isRenamed || hidden !== was.hidden
  })
}

/** @throws ToileError STATE_CONFLICT unless `slugs` has each category once, also one added since the caller's read */
export function orderCategories(db: Db, { slugs, actorId }: { slugs: string[]; actorId: string }): Promise<void> {
  return inTransaction(db, async (trx) => {
    await sql`lock table categories in share row exclusive mode`.execute(trx)
    const before = (await listCategories(trx)).map(({ slug }) => slug)
    if (before.toSorted().join() !== slugs.toSorted().join()) throw new ToileError('STATE_CONFLICT')
    if (before.join() === slugs.join()) return
    await sql`update categories set place = t.place from unnest(${slugs}::text[]) with ordinality t (slug, place)
      where categories.slug = t.slug`.execute(trx)
    await recordAudit(trx, {
      actorId,
      action: 'categories.ordered',
      subjectKind: 'category',
      before: { order: before.join(', ') },
      after: { order: slugs.join(', ') },
    })
  })
}

const namesByLanguage = (names: CategoryNames) => ({ en: names.en, 'zh-CN': names['zh-CN'] })

/** The name in both languages, because some readers of the audit log use English and others Chinese. */
const auditedName = (names: CategoryNames) => `${names.en} ${names['zh-CN']}`
