import type { Db } from '@toile/db/client'
import type { UploadRow } from '@toile/db/uploads/uploads'
import type { Storage } from '@toile/storage/storage'
import type { Redis } from 'ioredis'
import type { FaultKind } from '../faults/fault.js'
import type { Entry } from '../journal.js'
import type { Thread } from '../workload/messages.js'
import type { Witness } from '../workload/witness.js'

/** What one invariant came to: each line of `lost`, `doubled` and `stuck` names a breach. */
export interface Verdict {
  invariant: string
  says: string
  /** How many acknowledged things were looked at; none proves nothing. */
  operations: number
  /** Where it can be looked at under these faults alone, which not every machine allows. */
  onlyUnder?: readonly FaultKind[]
  lost: string[]
  doubled: string[]
  stuck: string[]
}

/** All that the checks compare. */
export interface Evidence {
  journal: Entry[]
  /** The uploads that the journal names. */
  uploads: Map<string, UploadRow>
  db: Db
  storage: Storage
  redis: Redis
  witnesses: (Witness & { userId: string })[]
  /** What the API gives those who write to each other. */
  threads: Thread[]
  /** What the mail server took, in order. */
  letters: { to: string; id: string }[]
}

export function emptyVerdict(invariant: string, says: string, operations: number): Verdict {
  return { invariant, says, operations, lost: [], doubled: [], stuck: [] }
}

/** A stored object's bytes; undefined when there is none. */
export async function bytesOf(storage: Storage, key: string): Promise<Buffer | undefined> {
  try {
    const chunks: Buffer[] = []
    for await (const chunk of await storage.get(key)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  } catch {
    return undefined
  }
}
