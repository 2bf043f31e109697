import { whileWanted } from '@toile/bus/while-wanted'
import type { JobContext } from '@toile/bus/worker'
import { InputFailure } from '@toile/contracts/failures'
import type { JobPayload } from '@toile/contracts/jobs'
import type { Piece } from '@toile/contracts/render-plan'
import { abandonFile } from '@toile/db/queries/files'
import { findChunkJob, stateOfChunk, type ChunkJob } from '@toile/db/queries/renders-jobs'
import { addPiece, addPreview, beginDrawing, landChunk } from '@toile/db/queries/renders-drawing'
import { NotStored } from '@toile/storage/storage'
import type { DrawPiece, Engine } from '../engines/engine.js'
import { openNews, type News } from '../news.js'
import type { Parts } from '../parts.js'
import { keepFile } from '../store.js'

/**
 * One part of a render: its pieces, one after the other, each stored as soon as it is drawn. What an earlier try has
 * stored is not drawn again. The last part to land moves the render on.
 * @param engine how a piece is drawn: all that differs between engines
 */
export function drawChunk(parts: Parts, engine: Engine) {
  return async (payload: JobPayload, { signal, log }: JobContext): Promise<void> => {
    const { db } = parts
    const job = await findChunkJob(db, payload.id)
    if (!job || job.attempt !== payload.attempt || job.stored_at) return
    if (job.status !== 'preparing' && job.status !== 'rendering') return
    const { model_key: modelKey, model_sha256: sha256 } = job
    if (!modelKey || !sha256) throw new InputFailure('RENDER_MODEL_GONE')
    const news = openNews(parts, job)
    let spentUntil = performance.now()
    /** Seconds since it was asked last. */
    const spent = () => {
      const before = spentUntil
      spentUntil = performance.now()
      return (spentUntil - before) / 1_000
    }
    try {
      await whileWanted(
        async () => {
          const state = await stateOfChunk(db, payload)
          if (state) news.at(state)
          return state !== undefined
        },
        signal,
        async (wanted) => {
          const fetchTo = (path: string) =>
            parts.storage.fetchTo(modelKey, path).catch((error: unknown) => {
              throw error instanceof NotStored ? new InputFailure('RENDER_MODEL_GONE') : error
            })
          await engine(job, { sha256, fetchTo }, wanted, async (draw) => {
            await beginDrawing(db, { id: job.render_id, attempt: job.render_attempt })
            for (const piece of job.pieces) {
              if (!job.stored.includes(piece.name)) {
                await drawPiece(parts, job, piece, draw, news, wanted, spent)
                log.debug({ render: job.render_id, piece: piece.name }, 'drawn')
              }
              news.drawn(piece)
            }
          })
          await landChunk(db, payload, job.render_id, parts.name)
        },
      )
    } finally {
      news.end()
    }
  }
}

async function drawPiece(
  parts: Parts,
  job: ChunkJob,
  piece: Piece,
  draw: DrawPiece,
  news: News,
  signal: AbortSignal,
  spent: () => number,
): Promise<void> {
  const { db } = parts
  const whose = { renderId: job.render_id, ownerId: job.owner_id }
  const of = { chunk: { id: job.id, attempt: job.attempt }, renderId: job.render_id }
  const show = async (picture: Buffer, samples: number, extension: 'webp' | 'png') => {
    const file = await keepFile(parts, whose, { name: 'shown', bytes: picture, extension })
    if (await addPreview(db, { ...of, file, samples })) news.shown(file.id)
    else await abandonFile(db, file.id)
  }
  /** One after the other, and none after the piece itself. */
  let shown = Promise.resolve()
  // The first picture stands for all: what it looks like is what one waits to see.
  const isScout = piece.name === 'scout'
  const isShown =
    !isScout && piece.picture === 0 && piece.tile === null && (piece.samples === null || piece.samples.from === 0)
  const png = await draw(piece, {
    signal,
    onSample: (done) => news.sample(piece, done),
    ...(isShown && {
      onPreview: (picture, samples) => {
        shown = shown.then(() => show(picture, samples, 'webp')).catch(() => {})
      },
    }),
  })
  await shown
  // Small enough to be shown as it is.
  if (isScout) await show(png, piece.samples?.to ?? 1, 'png')
  signal.throwIfAborted()
  const file = await keepFile(parts, whose, { name: piece.name, bytes: png, extension: 'png' })
  const added = await addPiece(db, { ...of, piece, file, seconds: spent() })
  // A twin was quicker, or it came too late: the row of another file is the truth.
  if (!added) await abandonFile(db, file.id)
}
