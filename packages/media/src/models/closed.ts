import { open } from 'node:fs/promises'
import { proprietaryFormats, type ProprietaryFormat } from '@toile/contracts/models/models.constants'
import { InputFailure } from '@toile/contracts/failures'
import { identifyModel } from './identify.js'

/** The smallest project that such a program writes is far larger; an empty or cut one is of no use to anyone. */
const MIN_BYTES = 256
const HEAD_BYTES = 4096

/**
 * Which closed format a file is: by its name's ending, because these formats have no published mark. What is a model of
 * another format after all, whatever it is called, is undefined and goes its own way.
 * @throws InputFailure NOT_A_MODEL for text and other things that no such program writes
 */
export async function closedFormatOf(filename: string, path: string): Promise<ProprietaryFormat | undefined> {
  const format = proprietaryFormats.find((each) => filename.toLowerCase().endsWith(`.${each}`))
  if (!format) return undefined
  const inside = await identifyModel(path).catch((error: unknown) => {
    if (error instanceof InputFailure) return undefined
    throw error
  })
  // A project may well be a zip within.
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
