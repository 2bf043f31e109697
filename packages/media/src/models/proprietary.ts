import { open } from 'node:fs/promises'
import { proprietaryFormats, type ProprietaryFormat } from '@toile/contracts/models/models.constants'
import { InputFailure } from '@toile/contracts/failures'
import { identifyModel } from './identify.js'

/** Real projects are far larger than this. A smaller file is empty or cut off. */
const MIN_BYTES = 256
const HEAD_BYTES = 4096

/**
 * Identifies proprietary formats by file extension, because they have no signature. The result is undefined for other
 * extensions and for content in an open format.
 * @throws InputFailure NOT_A_MODEL for texts and for files under 256 bytes
 */
export async function proprietaryFormatOf(filename: string, path: string): Promise<ProprietaryFormat | undefined> {
  const format = proprietaryFormats.find((each) => filename.toLowerCase().endsWith(`.${each}`))
  if (!format) return undefined
  const inside = await identifyModel(path).catch((error: unknown) => {
    if (error instanceof InputFailure) return undefined
    throw error
  })
  // A zip is accepted, because some proprietary formats are zips.
  if (inside !== undefined && inside !== 'zip') return undefined
  if (!(await isBinary(path))) throw new InputFailure('NOT_A_MODEL')
  return format
}

async function isBinary(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return bytesRead >= MIN_BYTES && buffer.subarray(0, bytesRead).includes(0)
  } finally {
    await file.close()
  }
}
