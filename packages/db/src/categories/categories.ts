import { sql, type RawBuilder } from 'kysely'
import type { Category } from '@toile/contracts/works/categories'
import type { Db } from '../client.js'

/** All categories in order, including hidden ones. */
export function listCategories(db: Db): Promise<Category[]> {
  return db.selectFrom('categories').select(['slug', 'names', 'hidden']).orderBy('place').orderBy('slug').execute()
}

/**
 * Text-search terms for the column `search` of works. Each also matches the name, in either language, of a category of
 * the work, because the column contains only its slug.
 */
export function orInCategoryNames(pieces: RawBuilder<unknown>): RawBuilder<unknown> {
  const slug = sql`plainto_tsquery('pg_catalog.english', slug)`
  return sql`(select string_agg('(' || piece || coalesce(' | ' || (
      select string_agg('(' || ${slug}::text || ')', ' | ') from categories
      where search @@ piece::tsquery and numnode(${slug}) > 0), '') || ')', ' & ')::tsquery
    from (${pieces}) pieces)`
}
