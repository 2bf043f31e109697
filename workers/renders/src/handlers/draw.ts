import { whileWanted } from '@toile/bus/abort-if-superseded'
import type { JobContext } from '@toile/bus/worker'
import { InputFailure } from '@toile/contracts/failures'
import type { JobPayload } from '@toile/contracts/jobs'
import { SCOUT, type Piece } from '@toile/contracts/renders/render-plan'
import { abandonFile } from '@toile/db/files/files'
import { findChunkJob, stateOfChunk, type ChunkJob } from '@toile/db/renders/renders-jobs'
import { addPiece, addPreview, beginDrawing, completeChunk } from '@toile/db/renders/renders-drawing'
import { pipelineSequential } from '@toile/runtime/pipeline-sequential'
import { NotStored } from '@toile/storage/storage'
import type { DrawPiece, Engine } from '../engines/engine.js'
import { openProgress, type RenderProgress } from '../render-progress.js'
import type { Parts } from '../parts.js'
import { storeRenderFile } from '../store.js'

/**
 * Draws the pieces of one chunk, except those that an earlier try has stored. Each piece is stored while the next piece
 * is drawn. The last chunk to finish moves the render to `encoding`.
 */
export function drawChunk(parts: Parts, engine: Engine) {
  return async (payload: JobPayload, { signal, log }: JobContext): Promise<void> => {
    const { db } = parts
    const job = await findChunkJob(db, payload.id)
    if (!job || job.attempt !== payload.attempt || job.storedAt) return
    if (job.status !== 'preparing' && job.status !== 'rendering') return
    const { modelKey, sha256 } = job
    if (!modelKey || !sha256) throw new InputFailure('RENDER_MODEL_GONE')
    const progress = openProgress(parts, job)
    let spentUntil = performance.now()
    /** Returns the seconds since its last call. The first call returns the seconds since the job began. */
    const spent = () => {
      const before = spentUntil
      spentUntil = performance.now()
      return (spentUntil - before) / 1_000
    }
    try {
      await whileWanted(
        async () => {
          const state = await stateOfChunk(db, payload)
          if (state) progress.setState(state)
          return state !== undefined
        },
        signal,
        async (wanted) => {
          const fetchTo = (path: string) =>
            parts.storage.fetchTo(modelKey, path).catch((error: unknown) => {
              throw error instanceof NotStored ? new InputFailure('RENDER_MODEL_GONE') : error
            })
          await engine(job, { sha256, fetchTo }, wanted, async (draw) => {
            await beginDrawing(db, { id: job.renderId, attempt: job.renderAttempt })
            const isStored = ({ name }: Piece) => job.stored.includes(name)
            job.pieces.filter(isStored).forEach(progress.pieceDrawn)
            await pipelineSequential(
              job.pieces.filter((piece) => !isStored(piece)),
              async (piece) => {
                const drawn = await drawPiece(parts, job, piece, draw, progress, wanted)
                progress.pieceDrawn(piece)
                return { ...drawn, seconds: spent() }
              },
              async (piece, drawn) => {
                await storePiece(parts, job, piece, drawn, progress, wanted)
                log.debug({ render: job.renderId, piece: piece.name }, 'stored')
              },
            )
          })
          await completeChunk(db, payload, job.renderId, parts.name)
        },
      )
    } finally {
      progress.end()
    }
  }
}

interface Drawn {
  png: Buffer
  /** Resolves when each preview is stored or has failed. The piece is stored after that, so that no preview is late. */
  shown: Promise<void>
}

async function drawPiece(
  parts: Parts,
  job: ChunkJob,
  piece: Piece,
  draw: DrawPiece,
  progress: RenderProgress,
  signal: AbortSignal,
): Promise<Drawn> {
  let shown = Promise.resolve()
  // Previews show only the first samples of the first picture. Tiled pictures and scouts (drafts) have no previews.
  const isShown =
    piece.name !== SCOUT &&
    piece.picture === 0 &&
    piece.tile === null &&
    (piece.samples === null || piece.samples.from === 0)
  const png = await draw(piece, {
    signal,
    onSample: (done) => progress.sample(piece, done),
    ...(isShown && {
      onPreview: (picture, samples) => {
        shown = shown
          .then(() => show(parts, job, progress, { bytes: picture, extension: 'webp', samples }))
          .catch(() => {})
      },
    }),
  })
  return { png, shown }
}

async function storePiece(
  parts: Parts,
  job: ChunkJob,
  piece: Piece,
  { png, shown, seconds }: Drawn & { seconds: number },
  progress: RenderProgress,
  signal: AbortSignal,
): Promise<void> {
  await shown
  // No previews are made while a scout is drawn, but the scout is small, so it is itself stored as a preview.
  if (piece.name === SCOUT)
    await show(parts, job, progress, { bytes: png, extension: 'png', samples: piece.samples?.to ?? 1 })
  signal.throwIfAborted()
  const file = await storeRenderFile(parts, job, { name: piece.name, bytes: png, extension: 'png' })
  const added = await addPiece(parts.db, { chunk: job, renderId: job.renderId, piece, file, seconds })
  // The file is not needed if the piece is already stored, the chunk has a newer attempt, or the render has ended.
  if (!added) await abandonFile(parts.db, file.id)
}

async function show(
  parts: Parts,
  job: ChunkJob,
  progress: RenderProgress,
  { samples, ...picture }: { bytes: Buffer; extension: 'webp' | 'png'; samples: number },
): Promise<void> {
  const file = await storeRenderFile(parts, job, { name: 'shown', ...picture })
  if (await addPreview(parts.db, { chunk: job, renderId: job.renderId, file, samples })) progress.previewStored(file.id)
  else await abandonFile(parts.db, file.id)
}
