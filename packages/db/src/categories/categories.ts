import { sql, type RawBuilder } from 'kysely'
import type { Category } from '@toile/contracts/works/categories'
import type { Db } from '../client.js'

/** All categories in their order, hidden ones too. */
export function listCategories(db: Db): Promise<Category[]> {
  return db.selectFrom('categories').select(['slug', 'names', 'hidden']).orderBy('place').orderBy('slug').execute()
}

/**
 * Pieces of a query for the column `search` of works, as SQL that gives `piece`; each may also stand in a name of one of the
 * work's categories, in either language: what the column itself holds of a category is its slug.
 */
export function orInCategoryNames(pieces: RawBuilder<unknown>): RawBuilder<unknown> {
  const slug = sql`plainto_tsquery('pg_catalog.english', slug)`
  return sql`(select string_agg('(' || piece || coalesce(' | ' || (
      select string_agg('(' || ${slug}::text || ')', ' | ') from categories
      where search @@ piece::tsquery and numnode(${slug}) > 0), '') || ')', ' & ')::tsquery
    from (${pieces}) pieces)`
}
