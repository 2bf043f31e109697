import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

/** What the system has acknowledged to a client; the checker holds it to every word. */
export type Entry =
  | { kind: 'bytes'; uploadId: string; offset: number }
  | { kind: 'head'; uploadId: string; offset: number }
  | { kind: 'complete'; uploadId: string; sha256: string; bytes: number }
  | { kind: 'work'; idempotencyKey: string; workId: string }

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
