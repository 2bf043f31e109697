import { S3ServiceException } from '@aws-sdk/client-s3'

// Compares names and not the status: a missing bucket also gives 404, but it means wrong settings. In replies to HEAD,
// which have no body, a missing bucket cannot be distinguished from a missing object.
const missing = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload'])

export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && missing.has(error.name)
}

export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
