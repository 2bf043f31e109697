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
  received: number
  live: UploadStageMessage | null
  place: number | undefined
  eta: Eta | undefined
}

export function uploadView(row: UploadRow, parts: Parts): Upload {
  const { links, language, previews, video, received, live, place } = parts
  // A message of another version belongs to another stage. While the upload waits, a message is of an earlier attempt.
  const reported = live?.version === row.version && place === undefined ? live : undefined
  // For a video, the worker's own estimate is better than `parts.eta`, which is computed from earlier jobs.
  const eta = video ? reported?.eta : parts.eta
  return {
    id: row.id,
    kind: row.kind,
    filename: row.filename,
    size: row.size,
    received,
    stage: row.stage,
    progress: progressOf(row, received, reported),
    ...(place === undefined ? { ...(reported?.step && { step: reported.step }), ...(eta && { eta }) } : { place }),
    newsAt: reported?.at ?? row.updatedAt.toISOString(),
    version: row.version,
    ...(row.failure && {
      failure: failureView(row.failure, language),
      retryable: isRetryable(row.failure.code),
    }),
    ...(row.modelFileId &&
      row.facts &&
      row.report && {
        model: {
          // The link is always signed, even after the work has published the file.
          url: links.file({ id: row.modelFileId, name: 'model.glb', public: false }),
          bytes: row.modelBytes ?? 0,
          facts: row.facts,
          report: row.report,
        },
      }),
    ...((row.correction || row.wantedCorrection || row.correctionFailure) && {
      correction: {
        applied: row.correction ?? {},
        ...(row.wantedCorrection && { wanted: row.wantedCorrection }),
        ...(row.correctionFailure && { failure: failureView(row.correctionFailure, language) }),
      },
    }),
    ...(video && { video: videoView(video, previews, links, language) }),
    ...(row.previewFileId && {
      preview: {
        url: links.file({ id: row.previewFileId, name: 'preview.glb', public: false }),
        bytes: row.previewBytes ?? 0,
      },
    }),
    ...(row.proprietaryFormat && {
      proprietary: {
        format: row.proprietaryFormat,
        url: links.file({ id: row.originalFileId, name: `garment.${row.proprietaryFormat}`, public: false }),
        bytes: row.size,
      },
    }),
    previews: previews.map((image) => imageView(image, links, language)),
    ...(parts.workId && { workId: parts.workId }),
    ...(row.forWorkId && { forWorkId: row.forWorkId }),
    ...(row.keptUntil && { keptUntil: row.keptUntil.toISOString() }),
    createdAt: row.createdAt.toISOString(),
    stages: row.stages,
  }
}

function progressOf(row: UploadRow, received: number, reported: UploadStageMessage | undefined): number {
  if (row.stage === 'ready_to_publish') return 1
  if (row.stage === 'upload') return row.receivedAt || row.size === 0 ? 1 : received / row.size
  return reported?.progress ?? 0
}
