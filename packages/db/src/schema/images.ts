import type { ColumnType, Generated } from 'kysely'
import type { StoredFailure } from '@toile/contracts/failures'
import type { Crop } from '@toile/contracts/images/images'
import type { CoverAngle, ImagePurpose, ImageStatus } from '@toile/contracts/images/images.constants'
import type { Json } from './json.js'

/** The variants of an image are stored in order of width. At the same width, WebP comes before JPEG. */
export interface StoredVariant {
  name: string
  width: number
  height: number
  format: string
  fileId: string
  bytes: number
}

interface Images {
  id: string
  owner_id: string
  upload_id: string | null
  purpose: ImagePurpose
  status: ImageStatus
  width: number
  height: number
  blurhash: string | null
  /** Empty until the image is ready. */
  variants: ColumnType<StoredVariant[], string | undefined, string>
  /** Null after a failure and for images made from an upload. */
  original_file_id: string | null
  crop: Json<Crop | null>
  angle: CoverAngle | null
  /** The work that gets the finished image as its cover or in its gallery. */
  joins_work_id: string | null
  /** The render's output that the image is a copy of. */
  made_of_file_id: string | null
  attempt: Generated<number>
  redrives: Generated<number>
  version: Generated<number>
  failure: Json<StoredFailure | null>
  /** Null while the image waits in the admission queue, and for images made from an upload, which never wait. */
  admitted_at: Date | null
  /** Orders the admission queue, see db/files/admission-queues.ts. */
  turn: number | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  /** Null if the image was in use at the last check. Ignored for images made from an upload. */
  removal_due_at: Generated<Date | null>
  removal_announced_at: Date | null
  references_checked_at: Generated<Date>
}

interface ImageVariants {
  image_id: string
  name: string
  width: number
  height: number
  format: string
  file_id: string
}

export interface ImagesTables {
  images: Images
  image_variants: ImageVariants
}
