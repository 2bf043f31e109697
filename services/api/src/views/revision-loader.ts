import DataLoader from 'dataloader'
import type { Db } from '@toile/db/client'
import { findWorkRevisions, type AskedWork, type WorkRevision } from '@toile/db/works/work-revisions'

const MAX_BATCH = 100

/** Looks at a work's rows when it is asked for, never before. */
export type RevisionOf = (asked: AskedWork) => Promise<WorkRevision | undefined>

/** Those who ask while one statement runs are asked for together by the next, a work that many ask for once. */
export function createRevisionLoader(db: Db): RevisionOf {
  let running: Promise<unknown> = Promise.resolve()
  const loader = new DataLoader<AskedWork, WorkRevision | undefined, string>(
    (asked) => {
      // Who comes from now on is to see what is there from now on.
      loader.clearAll()
      const found = findWorkRevisions(db, asked)
      running = found.catch(() => {})
      return found
    },
    {
      maxBatchSize: MAX_BATCH,
      cacheKeyFn: ({ id, viewerId }) => `${id} ${viewerId}`,
      batchScheduleFn: (dispatch) => void running.then(dispatch),
    },
  )
  return (asked) => loader.load(asked)
}
