import { failureView } from '@toile/contracts/failure-view'
import { isRetryable } from '@toile/contracts/failures'
import type { Language } from '@toile/contracts/languages.constants'
import { progressOf } from '@toile/contracts/renders/render-plan'
import type { Render, RenderInput, RenderStatusMessage } from '@toile/contracts/renders/renders'
import type { Eta } from '@toile/contracts/shapes'
import { middleOf } from '@toile/db/renders/renders-history'
import type { RenderRow } from '@toile/db/renders/renders'
import type { Links } from '@toile/runtime/links'

export interface RenderProgress {
  place?: number | undefined
  eta?: Eta | undefined
  lastReported?: RenderStatusMessage | null | undefined
}

const extensions: Record<string, string> = { 'image/webp': 'webp', 'video/mp4': 'mp4', 'application/zip': 'zip' }

export function renderView(row: RenderRow, current: RenderProgress, links: Links, language: Language): Render {
  const { settings } = row
  const lastReported = current.lastReported?.version === row.version ? current.lastReported : undefined
  const link = ({ fileId }: { fileId: string }, name: string) => links.file({ id: fileId, name, public: false })
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    type: settings.type,
    engine: settings.engine,
    width: settings.width,
    height: settings.height,
    samples: settings.samples,
    frames: row.frames,
    framesDone: row.framesDone,
    status: row.status,
    progress: Math.max(progressOf(row.status, row.done), lastReported?.progress ?? 0),
    ...(current.place !== undefined && { place: current.place }),
    etaSeconds: middleOf(current.eta),
    ...(current.eta && { eta: current.eta }),
    costSeconds: round(row.costSeconds),
    workers: row.workers,
    submitter: { id: row.ownerId, nickname: row.nickname },
    submittedAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    workId: row.workId,
    uploadId: row.uploadId,
    settings: inputOf(row),
    previews: row.previews.map(({ fileId, bytes, samples }) => ({
      url: link({ fileId }, 'preview.webp'),
      bytes,
      samples,
    })),
    outputs: row.outputs.map(({ fileId, name, ...output }) => ({
      ...output,
      name,
      url: link(
        { fileId },
        `${renderNumber(row.number)}-${name.includes('.') ? name : `${name}.${extensions[output.type]}`}`,
      ),
    })),
    awaitingApproval: row.approval === 'awaited' && row.status !== 'cancelled' && row.status !== 'failed',
    shared: row.shared,
    ...(row.failure && {
      failure: failureView(row.failure, language),
      retryable: isRetryable(row.failure.code),
    }),
    version: row.version,
  }
}

const round = (seconds: number) => Math.round(seconds * 10) / 10

export function renderNumber(number: number): string {
  return `R-${String(number).padStart(6, '0')}`
}

/** Rebuilds the request that leads to these settings. */
function inputOf({ settings }: RenderRow): Omit<RenderInput, 'source' | 'name' | 'approveAfterScout'> {
  const { type, engine, width, height, samples, cameras, look } = settings
  const turns = type === 'turntable' || type === 'spin'
  const sendable = cameras.map((camera) => {
    if (!('azimuth' in camera)) return camera
    const { allRound: _, ...view } = camera
    return view
  })
  return {
    type,
    engine,
    width,
    height,
    ...(engine !== 'preview' && { samples }),
    ...(turns && { frames: cameras.length }),
    ...(type === 'views' ? { cameras: sendable } : sendable[0] && { camera: sendable[0] }),
    background: look.background === 'theme' ? 'studio' : look.background,
    lighting: look.lighting,
    lightingRotation: look.lightingRotation,
    exposure: look.exposure,
    ...(look.colourway !== null && { colourway: look.colourway }),
    ...(look.animation && { animationClip: look.animation.clip, animationTime: look.animation.seconds }),
  }
}
