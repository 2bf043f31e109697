import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { FailureCode } from '@toile/contracts/failures'

/** What clients did and what the system answered. The checker compares these entries with what is stored. */
export type Entry =
  | { kind: 'created'; uploadId: string; sha256: string; bytes: number; expects: 'ready_to_publish' | FailureCode }
  | { kind: 'bytes'; uploadId: string; offset: number }
  | { kind: 'head'; uploadId: string; offset: number }
  | { kind: 'complete'; uploadId: string }
  | { kind: 'work'; title: string; workId: string }
  | { kind: 'patch'; workId: string; intro: string }
  /** A like or follow was set (`on`) or removed. The last entry for the same user and target counts. */
  | { kind: 'toggled'; what: 'like' | 'follow'; by: string; of: string; on: boolean }
  | { kind: 'commented'; commentId: string; body: string }
  | { kind: 'uncommented'; commentId: string }
  /** `wrote`: a message was accepted. `read`: the messages up to `seq` were marked as read. */
  | { kind: 'wrote'; messageId: string; from: string; to: string; body: string }
  | { kind: 'read'; by: string; withId: string; seq: number }
  /** A contest entry was accepted or refused. `at` is Postgres' time in Unix ms after the refusal (null: no answer). */
  | { kind: 'entered'; activityId: string; workId: string }
  | { kind: 'refused'; activityId: string; workId: string; code: string; at: number | null }
  /** `raced`: a code for `days` days was made. `given`: an administrator gave it away. `redeemed`: a user tried it. */
  | { kind: 'raced'; codeId: string; days: number }
  | { kind: 'given'; codeId: string; to: string }
  | { kind: 'redeemed'; codeId: string; by: string; confirmed: boolean }
  /** A mail was queued. No other mail is sent to its address. */
  | { kind: 'letter'; address: string }
  | { kind: 'signedIn'; subject: string; userId: string }
  /** The answer to a sign-in that was under way when the provider failed. `code` is the error code, or empty. */
  | { kind: 'onTheWayBack'; fault: string; status: number; code: string; ms: number }
  /** The answer to a call while a disk was full. `said`: the error code for `store`, else the title of the new work. */
  | { kind: 'whileFull'; place: 'store' | 'redis' | 'postgres'; status: number; said: string }
  | { kind: 'meanwhile'; fault: string; status: number; ms: number }
  | { kind: 'gaveUp'; what: string }

export type EntryOf<K extends Entry['kind']> = Extract<Entry, { kind: K }>

export interface Journal {
  write(entry: Entry): void
  read(): Entry[]
  close(): void
}

/** The journal is a file outside the tested system. Each line is synced before the client continues. */
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

export function entriesOf<K extends Entry['kind']>(journal: readonly Entry[], kind: K): EntryOf<K>[] {
  return journal.filter((entry): entry is EntryOf<K> => entry.kind === kind)
}
