import { isRetryable } from '@toile/contracts/failures'
import { failureView } from '@toile/contracts/failure-view'
import type { Language } from '@toile/contracts/languages.constants'
import type { Upload, UploadStageMessage } from '@toile/contracts/uploads/uploads'
import type { Eta } from '@toile/contracts/shapes'
import type { ImageRow } from '@toile/db/images/images'
import type { UploadRow } from '@toile/db/uploads/uploads'
import type { VideoRow } from '@toile/db/videos/videos'
import { imageView } from './images.js'
import type { Links } from '@toile/runtime/links'
import { videoView } from './videos.js'

interface Parts {
  links: Links
  language: Language
  previews: ImageRow[]
  video: VideoRow | undefined
  workId: string | undefined
  /** Bytes safely stored, as the store says. */
  received: number
  /** The last thing a worker said about it, if any. */
  live: UploadStageMessage | null
  place: number | undefined
  eta: Eta | undefined
}

export function uploadView(row: UploadRow, parts: Parts): Upload {
  const { links, language, previews, video, received, live, place } = parts
  // A message of another version speaks of another stage.
  const reported = live?.version === row.version ? live : undefined
  // Of a video its worker knows better than the history of like files.
  const eta = video ? reported?.eta : parts.eta
  return {
    id: row.id,
    kind: row.kind,
    filename: row.filename,
    size: row.size,
    received,
    stage: row.stage,
    progress: progressOf(row, received, reported),
    // Who waits in line is not being worked on, whatever was last heard of an earlier try.
    ...(place === undefined ? { ...(reported?.step && { step: reported.step }), ...(eta && { eta }) } : { place }),
    newsAt: reported?.at ?? row.updated_at.toISOString(),
    version: row.version,
    ...(row.failure && {
      failure: failureView(row.failure, language),
      retryable: isRetryable(row.failure.code),
    }),
    ...(row.model_file_id &&
      row.facts &&
      row.report && {
        model: {
          // The owner's own link: the file becomes public with the work that shows it, this link does not change.
          url: links.file({ id: row.model_file_id, name: 'model.glb', public: false }),
          bytes: row.model_bytes ?? 0,
          facts: row.facts,
          report: row.report,
        },
      }),
    ...((row.correction || row.wanted_correction || row.correction_failure) && {
      correction: {
        applied: row.correction ?? {},
        ...(row.wanted_correction && { wanted: row.wanted_correction }),
        ...(row.correction_failure && { failure: failureView(row.correction_failure, language) }),
      },
    }),
    ...(video && { video: videoView(video, previews, links, language) }),
    ...(row.preview_file_id && {
      preview: {
        url: links.file({ id: row.preview_file_id, name: 'preview.glb', public: false }),
        bytes: row.preview_bytes ?? 0,
      },
    }),
    ...(row.closed_format && {
      closed: {
        format: row.closed_format,
        url: links.file({ id: row.original_file_id, name: `garment.${row.closed_format}`, public: false }),
        bytes: row.size,
      },
    }),
    previews: previews.map((image) => imageView(image, links)),
    ...(parts.workId && { workId: parts.workId }),
    ...(row.for_work_id && { forWorkId: row.for_work_id }),
    ...(row.kept_until && { keptUntil: row.kept_until.toISOString() }),
    createdAt: row.created_at.toISOString(),
    stages: row.stages,
  }
}

/** 0 to 1 within the present stage. */
function progressOf(row: UploadRow, received: number, reported: UploadStageMessage | undefined): number {
  if (row.stage === 'ready_to_publish') return 1
  if (row.stage === 'upload') return row.received_at || row.size === 0 ? 1 : received / row.size
  return reported?.progress ?? 0
}
