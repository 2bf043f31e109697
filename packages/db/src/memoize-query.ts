import type { Db } from './client.js'

/**
 * Builds a query's fixed part once per `db`. Building a work's columns for each feed page took 5% of the API's time.
 */
export function builtOnce<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<Db, Query>()
  return (db) => {
    const known = built.get(db) ?? build(db)
    built.set(db, known)
    return known
  }
}
