import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { ToileError } from '@toile/contracts/errors'
import { checksumAlgorithms } from '@toile/contracts/uploads/uploads.constants'

/** What waits on the disk of this process to be checked, in all: one piece of the largest file, or many small ones. */
const MAX_WAITING_BYTES = 512 * 1024 ** 2
let waitingBytes = 0

export interface Checksum {
  algorithm: (typeof checksumAlgorithms)[number]
  digest: Buffer
}

/** The checksum that a client sends along (`sha1 BASE64`); throws for one that cannot be checked here. */
export function parseChecksum(header: string): Checksum {
  const [name, base64 = ''] = header.trim().split(/ +/)
  const algorithm = checksumAlgorithms.find((one) => one === name)
  if (!algorithm)
    throw new ToileError('CHECKSUM_ALGORITHM_UNSUPPORTED', { params: { algorithms: checksumAlgorithms.join(', ') } })
  return { algorithm, digest: Buffer.from(base64, 'base64') }
}

/**
 * The bytes of a body, once all of them are here and their checksum is right: the stores cannot take back what they were
 * given, and a process that is killed while it tries would leave an offset that includes wrong bytes. Nothing is read
 * before the first piece is asked for; at most `maxBytes` are. `close` removes what waits.
 */
export function checkedBody(
  body: Readable,
  { algorithm, digest }: Checksum,
  maxBytes: number,
): { pieces: AsyncGenerator<Buffer>; close: () => Promise<void> } {
  let folder: string | undefined
  let held = 0
  async function* pieces() {
    if (waitingBytes + maxBytes > MAX_WAITING_BYTES) throw new ToileError('UNAVAILABLE', { retryAfterSeconds: 2 })
    waitingBytes += held = maxBytes
    folder = await mkdtemp(path.join(tmpdir(), 'toile-checksum-'))
    const at = path.join(folder, 'piece')
    const hash = createHash(algorithm)
    const file = await open(at, 'wx')
    try {
      let bytes = 0
      // Not destroyed where it is too long: its sender is to read why.
      for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        bytes += piece.length
        if (bytes > maxBytes) throw new ToileError('MORE_THAN_ANNOUNCED')
        hash.update(piece)
        await file.writeFile(piece)
      }
    } finally {
      await file.close()
    }
    if (!hash.digest().equals(digest)) throw new ToileError('CHECKSUM_MISMATCH')
    yield* createReadStream(at)
  }
  return {
    pieces: pieces(),
    async close() {
      waitingBytes -= held
      held = 0
      if (folder) await rm(folder, { recursive: true, force: true })
    },
  }
}
