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
  /** A private message was taken; `read` is up to which number somebody has read what the other wrote. */
  | { kind: 'wrote'; messageId: string; from: string; to: string; body: string }
  | { kind: 'read'; by: string; withId: string; seq: number }
  /** A work was entered before the deadline, or refused; `at` is Postgres' clock thereafter, null where it was away. */
  | { kind: 'entered'; activityId: string; workId: string }
  | { kind: 'refused'; activityId: string; workId: string; code: string; at: number | null }
  /** An S code was raced for, or given by an administrator; what each who tried to redeem it was told. */
  | { kind: 'raced'; codeId: string; days: number }
  | { kind: 'given'; codeId: string; to: string }
  | { kind: 'redeemed'; codeId: string; by: string; told: boolean }
  /** A letter was put on its way, to an address that nothing else is sent to. */
  | { kind: 'letter'; address: string }
  /** Somebody whom the sign-in provider knows by this subject was let in, as this person. */
  | { kind: 'signedIn'; subject: string; userId: string }
  /** What somebody was answered who was on the way back from the provider when it went away: the error's code, if any. */
  | { kind: 'onTheWayBack'; fault: string; status: number; code: string; ms: number }
  /** What somebody was answered while a disk was full: the error's code, or the title of the work that was to be made. */
  | { kind: 'whileFull'; place: 'store' | 'redis' | 'postgres'; status: number; said: string }
  /** How a call that needs neither mail server, store nor sign-in provider was answered while one was away. */
  | { kind: 'meanwhile'; fault: string; status: number; ms: number }
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
