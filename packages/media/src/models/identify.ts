import { open } from 'node:fs/promises'
import { InputFailure } from '@toile/contracts/failures'
import { modelFormats, type ModelFormat } from './formats.js'

/**
 * The format of a file by its first bytes; the name is never looked at.
 * @throws InputFailure NOT_A_MODEL for anything else, an empty file included.
 */
export async function identifyModel(path: string): Promise<ModelFormat> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(4)
    const { bytesRead } = await file.read(head, 0, 4, 0)
    for (const [format, { firstBytes }] of Object.entries(modelFormats))
      if (bytesRead === 4 && head.equals(firstBytes)) return format as ModelFormat
  } finally {
    await file.close()
  }
  throw new InputFailure('NOT_A_MODEL')
}
