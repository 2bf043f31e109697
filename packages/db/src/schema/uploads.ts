import type { Generated } from 'kysely'
import type { StoredFailure } from '@toile/contracts/failures'
import type { ModelCorrection, ModelFacts, ModelReport } from '@toile/contracts/models/models'
import type { ProprietaryFormat } from '@toile/contracts/models/models.constants'
import type { UploadKind, UploadStage } from '@toile/contracts/uploads/uploads.constants'
import type { Json } from './json.js'

interface StageEntry {
  stage: UploadStage
  at: string
}

interface Uploads {
  id: string
  owner_id: string
  kind: UploadKind
  filename: string
  filetype: Generated<string>
  size: number
  stage: Generated<UploadStage>
  /** Raised by each retry, sweep and reprocessing. A handler's write changes nothing if the row has a newer attempt. */
  attempt: Generated<number>
  /** How often the sweep has restarted the current stage or the correction in progress. */
  redrives: Generated<number>
  version: Generated<number>
  received_at: Date | null
  failure: Json<StoredFailure | null>
  failed_from: 'upload' | 'finished' | 'processed' | null
  stages: Json<StageEntry[]>
  original_file_id: string
  model_file_id: string | null
  /** A light model that is shown first; null if it would save too little or could not be made. */
  preview_file_id: string | null
  /** A model for Android's AR viewer; null if the viewer can read the web model or if no AR model could be made. */
  ar_file_id: string | null
  /** Set if Toile cannot read the original and offers it for download unchanged. */
  proprietary_format: ProprietaryFormat | null
  facts: Json<ModelFacts | null>
  report: Json<ModelReport | null>
  /** The correction with which the current model files were made. */
  correction: Json<ModelCorrection | null>
  /** The correction that is queued or in progress. */
  wanted_correction: Json<ModelCorrection | null>
  correction_failure: Json<StoredFailure | null>
  /** The work to which the finished video is added. */
  joins_work_id: string | null
  /** The work that the file was uploaded for. Cleared once a work uses the file or the owner declines it. */
  for_work_id: string | null
  /** For a copy of a render's output, the file of that output. */
  made_of_file_id: string | null
  /** When a worker started on the current stage. The time is outdated unless `work_version` equals `version`. */
  work_began_at: Date | null
  work_version: number | null
  /** Null until the file is received, and then while the upload waits in the admission queue. */
  admitted_at: Date | null
  /** Orders the admission queue, see db/files/admission-queues.ts. */
  turn: number | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  /**
   * When the upload is to be removed. Set if the owner had no confirmed email when the upload was created. The removal
   * jobs clear the date if the upload is in use, or if the owner has confirmed an email or joined a tenant.
   */
  removal_due_at: Date | null
  removal_announced_at: Date | null
}

interface StageHistory {
  upload_id: string
  kind: UploadKind
  size_class: number
  stage: UploadStage
  seconds: number
  at: Generated<Date>
}

interface UploadLocks {
  upload_id: string
  token: string
  held_until: Date
  wanted: Generated<boolean>
}

export interface UploadsTables {
  uploads: Uploads
  stage_history: StageHistory
  upload_locks: UploadLocks
}
