import type { Db } from './client.js'

/**
 * The same beginning of a query each time, built once for each database: a builder is never changed, only built on. Of the
 * API's work for a page of the feed, building the forty columns of a work anew was a twentieth.
 */
export function builtOnce<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<Db, Query>()
  return (db) => {
    const known = built.get(db) ?? build(db)
    built.set(db, known)
    return known
  }
}
