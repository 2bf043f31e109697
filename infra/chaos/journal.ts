import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { FailureCode } from '@toile/contracts/failures'

/** What the system has acknowledged to a client; the checker holds it to every word. */
export type Entry =
  | { kind: 'created'; uploadId: string; sha256: string; bytes: number; expects: 'ready_to_publish' | FailureCode }
  | { kind: 'bytes'; uploadId: string; offset: number }
  | { kind: 'head'; uploadId: string; offset: number }
  | { kind: 'complete'; uploadId: string }
  | { kind: 'work'; title: string; workId: string }
  | { kind: 'patch'; workId: string; intro: string }
  /** Whether a person likes a work or follows somebody: their last word. */
  | { kind: 'toggled'; what: 'like' | 'follow'; by: string; of: string; on: boolean }
  | { kind: 'commented'; commentId: string; body: string }
  | { kind: 'uncommented'; commentId: string }
  /** Tried for as long as a patient person would, and never answered as wanted. */
  | { kind: 'gaveUp'; what: string }

export type EntryOf<K extends Entry['kind']> = Extract<Entry, { kind: K }>

export interface Journal {
  write(entry: Entry): void
  read(): Entry[]
  close(): void
}

/** A journal outside the system: each line is on the disk before the client goes on. */
export function openJournal(file: string): Journal {
  const fd = openSync(file, 'a')
  return {
    write(entry) {
      writeSync(fd, `${JSON.stringify(entry)}\n`)
      fsyncSync(fd)
    },
    read: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Entry),
    close: () => closeSync(fd),
  }
}

/** The entries of one kind, in the order in which they were written. */
export function entriesOf<K extends Entry['kind']>(journal: readonly Entry[], kind: K): EntryOf<K>[] {
  return journal.filter((entry): entry is EntryOf<K> => entry.kind === kind)
}
