import type { Db } from '@toile/db/client'
import type { UploadRow } from '@toile/db/uploads/uploads'
import type { Storage } from '@toile/storage/storage'
import type { Redis } from 'ioredis'
import type { FaultKind } from '../faults/fault.js'
import type { Entry } from '../journal.js'
import type { Thread } from '../workload/messages.js'
import type { Witness } from '../workload/witness.js'

export interface Verdict {
  invariant: string
  says: string
  /** Number of items that were checked. If there are none, the check proves nothing. */
  operations: number
  /** The invariant is checked only if one of these faults struck. Not every machine allows these faults. */
  onlyUnder?: readonly FaultKind[]
  lost: string[]
  doubled: string[]
  stuck: string[]
}

export interface Evidence {
  journal: Entry[]
  uploads: Map<string, UploadRow>
  db: Db
  storage: Storage
  redis: Redis
  witnesses: (Witness & { userId: string })[]
  threads: Thread[]
  letters: { to: string; id: string }[]
}

export function emptyVerdict(invariant: string, says: string, operations: number): Verdict {
  return { invariant, says, operations, lost: [], doubled: [], stuck: [] }
}

export async function bytesOf(storage: Storage, key: string): Promise<Buffer | undefined> {
  try {
    const chunks: Buffer[] = []
    for await (const chunk of await storage.get(key)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  } catch {
    return undefined
  }
}
