import { S3ServiceException } from '@aws-sdk/client-s3'

// By name and not by 404: a bucket that does not exist is a wrong configuration, not "nothing is stored". (The answer to
// HEAD has no body and cannot tell the two apart.)
const missing = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload'])

/** Whether S3 says that the object or the multipart upload does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && missing.has(error.name)
}

/** For `.catch()`: null where nothing is stored; throws every other error on. */
export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
