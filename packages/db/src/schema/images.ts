import type { ColumnType, Generated } from 'kysely'
import type { StoredFailure } from '@toile/contracts/failures'
import type { Crop } from '@toile/contracts/images/images'
import type { CoverAngle, ImagePurpose, ImageStatus } from '@toile/contracts/images/images.constants'
import type { Json } from './json.js'

/** A size and format of a picture, as readers need it; in the order of width, WebP before AVIF. */
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
  /** Empty until the picture is ready. */
  variants: ColumnType<StoredVariant[], string | undefined, string>
  /** As it was sent; gone once it has failed, null for a picture that was made of a model. */
  original_file_id: string | null
  crop: Json<Crop | null>
  angle: CoverAngle | null
  /** The work that it becomes the cover of, or whose gallery it joins, when it is ready. */
  joins_work_id: string | null
  /** The file that it is a copy of. */
  made_of_file_id: string | null
  attempt: Generated<number>
  redrives: Generated<number>
  version: Generated<number>
  failure: Json<StoredFailure | null>
  /** When its turn came; null while it waits in line. */
  admitted_at: Date | null
  /** Its place in the order of the line, see db/files/admission-queues.ts. */
  turn: number | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  /** Null while something shows it, as far as was seen when that was last looked at. */
  removal_due_at: Generated<Date | null>
  /** Since when its person knows. */
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

/** Pictures that people sent, in their sizes. */
export interface ImagesTables {
  images: Images
  image_variants: ImageVariants
}
