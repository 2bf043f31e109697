import path from 'node:path'
import { whileWanted } from '@toile/bus/abort-if-superseded'
import type { JobContext } from '@toile/bus/worker'
import { RetryLater } from '@toile/runtime/retry-later'
import { InputFailure } from '@toile/contracts/failures'
import type { JobPayload } from '@toile/contracts/jobs'
import { inTransaction } from '@toile/db/client'
import { beginWork } from '@toile/db/uploads/stage-history'
import { findVideoJob, isVideoWanted, type VideoJob } from '@toile/db/videos/videos'
import { addRendition, describeVideo, moveVideo, readyVideo } from '@toile/db/videos/videos-transitions'
import { joinWorkVideo } from '@toile/db/works/works-transitions'
import { makePoster, makeRenditions, makeStoryboard, probeVideo, type VideoWork } from '@toile/media/videos/make'
import { planRenditions, workOf } from '@toile/media/videos/plan'
import { withWorkFolder } from '@toile/media/work-folders'
import { NotStored } from '@toile/storage/storage'
import { openProgress, type VideoProgress } from '../progress.js'
import type { Parts } from '../parts.js'
import { fileOf, postersOf } from '../store.js'

/** Time between retries while ffmpeg is not installed. */
const LOOK_AGAIN_SECONDS = 5

/**
 * Moves a video from `pending` through `processing` to `ready`. Makes the poster, the first size (which can be played
 * at once), the storyboard and the further sizes.
 */
export function processVideo(parts: Parts) {
  return async (payload: JobPayload, { signal }: JobContext): Promise<void> => {
    const video = await findVideoJob(parts.db, payload.id)
    // The video is already `processing` if an earlier try or attempt stopped half-way.
    if (!video || video.attempt !== payload.attempt || !['pending', 'processing'].includes(video.status)) return
    const progress = openProgress(parts, video)
    try {
      const tools = parts.tools()
      if (!tools) {
        progress.step('waitingForFfmpeg', 0)
        throw new RetryLater('ffmpeg is not installed (yet)', LOOK_AGAIN_SECONDS)
      }
      await moveVideo(parts.db, { ...payload, to: 'processing' })
      await beginWork(parts.db, { id: video.uploadId, attempt: video.uploadAttempt })
      await whileWanted(
        () => isVideoWanted(parts.db, payload),
        signal,
        (wanted) =>
          withWorkFolder(async (workDir) => {
            const source = path.join(workDir, 'original')
            await parts.storage.fetchTo(video.originalKey, source).catch((error: unknown) => {
              throw error instanceof NotStored ? new InputFailure('BYTES_MISSING') : error
            })
            await convert(parts, video, { path: source, workDir, tools, signal: wanted, user: parts.user }, progress)
          }),
      )
    } finally {
      progress.end()
    }
  }
}

async function convert(parts: Parts, video: VideoJob, work: VideoWork, progress: VideoProgress): Promise<void> {
  const move = { id: video.id, attempt: video.attempt }
  progress.step('probe', 0)
  const facts = await probeVideo(work)
  if (!video.hasPoster) {
    progress.step('poster', 0)
    const posters = await postersOf(parts, video, await makePoster(work, facts), work.signal)
    await describeVideo(parts.db, move, { ...facts, hasAudio: facts.audioIndex !== null }, posters)
  }

  const there = video.renditions.map(({ name }) => name)
  const plan = planRenditions(facts).filter(({ name }) => !there.includes(name))
  const all = workOf(facts, plan)
  let before = 0
  const encode = async (renditions: typeof plan, step: string): Promise<string | undefined> => {
    if (renditions.length === 0) return undefined
    const share = all > 0 ? workOf(facts, renditions) / all : 0
    const made = await makeRenditions(work, facts, renditions, (fraction) => {
      progress.encoded(before + share * fraction)
      progress.step(step, fraction)
    })
    before += share
    for (const { name, width, height, ...file } of made) {
      const stored = await fileOf(parts, video, file, { name, extension: 'mp4', contentType: 'video/mp4' })
      await addRendition(parts.db, move, { name, width, height, file: stored })
    }
    return made[0]!.path
  }

  // The first size is made alone, so that the video plays early. The other sizes share one pass over the source.
  const isFirst = there.length === 0
  const first = isFirst ? await encode(plan.splice(0, 1), 'play') : await fetchFirst(parts, video, work)
  if (isFirst) progress.moved()
  progress.step('storyboard', 0)
  const { shape, ...board } = await makeStoryboard({ ...work, path: first! }, facts)
  await encode(plan, 'sizes')
  const stored = await fileOf(parts, video, board, { name: 'board', extension: 'jpg', contentType: 'image/jpeg' })
  await inTransaction(parts.db, async (trx) => {
    if (await readyVideo(trx, move, { shape, file: stored })) await joinWorkVideo(trx, video.uploadId)
  })
}

/** Fetches the smallest size that an earlier try has stored. @returns the local path */
async function fetchFirst({ storage }: Parts, video: VideoJob, { workDir }: VideoWork): Promise<string> {
  const target = path.join(workDir, 'first.mp4')
  await storage.fetchTo(video.renditions[0]!.key, target)
  return target
}
