import { S3ServiceException } from '@aws-sdk/client-s3'

// Compares names, because a missing bucket is a 404, too, but means wrong settings. In replies to HEAD, both look the
// same.
const missing = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload'])

export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && missing.has(error.name)
}

export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
