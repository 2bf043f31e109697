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
  /** Raised by retries, sweeps and reprocessing. Handlers pass it to each write, so outdated ones change nothing. */
  attempt: Generated<number>
  /** Number of restarts of the current stage by the sweep. */
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
  /** A model for Android's AR viewer; null if the viewer can read the web model, or if none could be made. */
  ar_file_id: string | null
  /** Set if Toile cannot read the original and offers it for download unchanged. */
  proprietary_format: ProprietaryFormat | null
  facts: Json<ModelFacts | null>
  report: Json<ModelReport | null>
  /** The correction with which the current model files were made. */
  correction: Json<ModelCorrection | null>
  /** The correction that is in progress. */
  wanted_correction: Json<ModelCorrection | null>
  correction_failure: Json<StoredFailure | null>
  /** The work to which the finished video is added. */
  joins_work_id: string | null
  /** The work that the file was uploaded for; null once a work uses the upload. */
  for_work_id: string | null
  /** Set for a copy of a render's output: the output's file. */
  made_of_file_id: string | null
  /** When a worker started on the current stage. The time is outdated unless `work_version` equals `version`. */
  work_began_at: Date | null
  work_version: number | null
  /** Null while the upload waits in the admission queue. */
  admitted_at: Date | null
  /** Orders the admission queue, see db/files/admission-queues.ts. */
  turn: number | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  /**
   * Set for users without a confirmed email. The jobs that announce and carry out the removal clear it if the upload is
   * in use, or if its owner has confirmed an email or joined a tenant.
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
