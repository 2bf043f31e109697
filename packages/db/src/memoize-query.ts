import type { Db } from './client.js'

/**
 * Builds a query's start once per database: a work's forty columns took a twentieth of the API's time per feed page.
 */
export function builtOnce<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<Db, Query>()
  return (db) => {
    const known = built.get(db) ?? build(db)
    built.set(db, known)
    return known
  }
}
