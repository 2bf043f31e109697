import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { ToileError } from '@toile/contracts/errors'
import { checksumAlgorithms } from '@toile/contracts/uploads/uploads.constants'

/** This process buffers at most this much on disk: one piece as large as the largest upload, or many small pieces. */
const MAX_WAITING_BYTES = 512 * 1024 ** 2
let waitingBytes = 0

export interface Checksum {
  algorithm: (typeof checksumAlgorithms)[number]
  digest: Buffer
}

export function parseChecksum(header: string): Checksum {
  const [name, base64 = ''] = header.trim().split(/ +/)
  const algorithm = checksumAlgorithms.find((one) => one === name)
  if (!algorithm)
    throw new ToileError('CHECKSUM_ALGORITHM_UNSUPPORTED', { params: { algorithms: checksumAlgorithms.join(', ') } })
  return { algorithm, digest: Buffer.from(base64, 'base64') }
}

/**
 * Buffers the body in a file until the checksum is verified, so that the store never holds wrong bytes. If the process
 * were killed before it removed them from the store, the upload's offset would include them. A body of more than
 * `maxBytes` fails with MORE_THAN_ANNOUNCED. `close` removes the file.
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
      // A body that is too long is not destroyed, so that the sender can read the error.
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
