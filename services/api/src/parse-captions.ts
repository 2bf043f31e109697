import { MAX_CAPTION_BYTES } from '@toile/contracts/courses/courses.constants'
import { invalidInput } from '@toile/contracts/errors'
import type { Db } from '@toile/db/client'
import { findUpload } from '@toile/db/uploads/uploads'
import type { Storage } from '@toile/storage/storage'
import { CaptionsProblem, plainCaptions } from './webvtt.js'

/** A cue may start this long after the video's known end, because encoders round durations. */
const SLACK_SECONDS = 10

export async function captionsOf(
  db: Db,
  storage: Storage,
  { uploadId, seconds }: { uploadId: string; seconds: number },
) {
  const upload = await findUpload(db, uploadId)
  if (upload?.kind !== 'file') throw invalidInput({ uploadId: [{ code: 'FIELD_INVALID' }] })
  if (upload.stage !== 'ready_to_publish') throw invalidInput({ uploadId: [{ code: 'FIELD_UPLOAD_NOT_READY' }] })
  if (upload.size > MAX_CAPTION_BYTES)
    throw invalidInput({ uploadId: [{ code: 'FIELD_TOO_LARGE', params: { max: MAX_CAPTION_BYTES } }] })
  const parts: Buffer[] = []
  for await (const part of await storage.get(upload.originalKey)) parts.push(part as Buffer)
  try {
    return plainCaptions(Buffer.concat(parts), seconds + SLACK_SECONDS)
  } catch (error) {
    if (!(error instanceof CaptionsProblem)) throw error
    throw invalidInput({ uploadId: [{ code: 'FIELD_CAPTIONS', params: { line: error.line } }] })
  }
}
