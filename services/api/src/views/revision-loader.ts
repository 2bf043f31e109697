import DataLoader from 'dataloader'
import type { Db } from '@toile/db/client'
import { findWorkRevisions, type RequestedWork, type WorkRevision } from '@toile/db/works/work-revisions'

const MAX_BATCH = 100

export type RevisionOf = (work: RequestedWork) => Promise<WorkRevision | undefined>

/**
 * While a statement runs, new requests wait. Then they are looked up in batches of at most `MAX_BATCH`, each pair of
 * work and viewer once.
 */
export function createRevisionLoader(db: Db): RevisionOf {
  let running: Promise<unknown> = Promise.resolve()
  const loader = new DataLoader<RequestedWork, WorkRevision | undefined, string>(
    (works) => {
      // The loader's cache is cleared, because later requests must see later rows.
      loader.clearAll()
      const found = findWorkRevisions(db, works)
      running = found.catch(() => {})
      return found
    },
    {
      maxBatchSize: MAX_BATCH,
      cacheKeyFn: ({ id, viewerId }) => `${id} ${viewerId}`,
      batchScheduleFn: (dispatch) => void running.then(dispatch),
    },
  )
  return (work) => loader.load(work)
}
