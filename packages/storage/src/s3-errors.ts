import { S3ServiceException } from '@aws-sdk/client-s3'

// Compares names, because a missing bucket is also a 404 but a wrong configuration. HEAD cannot tell the two apart.
const missing = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload'])

export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && missing.has(error.name)
}

export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
