import { sql, type RawBuilder } from 'kysely'
import type { Category } from '@toile/contracts/works/categories'
import type { Db } from '../client.js'

export function listCategories(db: Db): Promise<Category[]> {
  return db.selectFrom('categories').select(['slug', 'names', 'hidden']).orderBy('place').orderBy('slug').execute()
}

/** Makes each term also match the slugs of categories whose name contains it: works are indexed only by slugs. */
export function orInCategoryNames(pieces: RawBuilder<unknown>): RawBuilder<unknown> {
  const slug = sql`plainto_tsquery('pg_catalog.english', slug)`
  return sql`(select string_agg('(' || piece || coalesce(' | ' || (
      select string_agg('(' || ${slug}::text || ')', ' | ') from categories
      where search @@ piece::tsquery and numnode(${slug}) > 0), '') || ')', ' & ')::tsquery
    from (${pieces}) pieces)`
}
