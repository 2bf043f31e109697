import fc from 'fast-check'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import {
  imageArrows,
  imageStatuses,
  MAX_IMAGE_RESTARTS,
  type ImageStatus,
} from '@toile/contracts/images/images.constants'
import {
  MAX_RENDER_RESTARTS,
  renderArrows,
  renderStatuses,
  type RenderStatus,
} from '@toile/contracts/renders/renders.constants'
import { MAX_UPLOAD_RESTARTS, uploadStages, type UploadStage } from '@toile/contracts/uploads/uploads.constants'
import {
  MAX_VIDEO_RESTARTS,
  videoArrows,
  videoStatuses,
  type VideoStatus,
} from '@toile/contracts/videos/videos.constants'
import { workArrows, workStates, type WorkState } from '@toile/contracts/works/works.constants'
import { storageKey } from '@toile/storage/keys'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeReadyUpload, makeRender, makeUpload, makeUser, makeVideo } from '@toile/testing/factories'
import { inTransaction } from '../client.js'
import { insertFile, type NewFile } from '../files/files.js'
import { along, actionsTo, driven, isNow, live, type Machine, type Step } from './histories.test-support.js'
import {
  failImage,
  moveImage,
  readyImage,
  receiveImage,
  redriveImage,
  requestImageReprocessing,
  swapImage,
} from '../images/images-transitions.js'
import { cancelRender, moveRender, redriveEncoding, retryRender } from '../renders/renders-transitions.js'
import { finishRender } from '../renders/renders-drawing.js'
import { removeUnfinishedUpload } from '../uploads/uploads.js'
import {
  failUpload,
  finishUpload,
  moveUpload,
  processUpload,
  readyUpload,
  redriveUpload,
  retryUpload,
} from '../uploads/uploads-transitions.js'
import type { User } from '../users/users.js'
import { failVideo, moveVideo, readyVideo, receiveVideo, redriveVideo } from '../videos/videos-transitions.js'
import { deleteWork, insertWork, moveWork } from '../works/works-transitions.js'

// Compares five state machines with their models under duplicate, concurrent, reordered and outdated calls.

let test: TestDatabase
let owner: User
t.before(async () => {
  test = await createTestDatabase()
})
t.teardown(() => test.drop())

const failure = { code: 'PROCESSING_FAILED', params: {} } as const
const file = (kind: NewFile['kind']): NewFile => {
  const id = newId()
  const key = storageKey('originals', id)
  return { id, ownerId: owner.id, kind, key, contentType: 'image/png', bytes: 1, sha256: null, state: 'pending' }
}

const uploadWays: Partial<Record<UploadStage, UploadStage>> = {
  upload: 'finished',
  finished: 'processed',
  processed: 'ready_to_publish',
}
const uploads: Machine<UploadStage> = {
  table: 'uploads',
  start: async () => ({ id: await makeUpload(test.db, owner) }),
  begins: { at: 'upload', attempt: 1, redrives: 0, received: false },
  actions: {
    finish: {
      may: ({ received }) => (received ? undefined : { received: true }),
      do: ({ id }) => finishUpload(test.db, id),
    },
    remove: {
      may: ({ received }) => (received ? undefined : { gone: true }),
      do: ({ id }) => removeUnfinishedUpload(test.db, id),
    },
    ...actionsTo(uploadStages, (to) => ({
      may(now, attempt) {
        if (!now.received || !isNow(now, attempt)) return undefined
        if (to === 'failed') return now.at in uploadWays ? { at: to, failedFrom: now.at, redrives: 0 } : undefined
        return uploadWays[now.at] === to ? { at: to, redrives: 0 } : undefined
      },
      do({ id }, attempt) {
        const move = { id, attempt }
        if (to === 'failed') return failUpload(test.db, move, failure)
        if (to === 'processed') return processUpload(test.db, move, { proprietaryFormat: 'zprj' })
        if (to === 'ready_to_publish') return readyUpload(test.db, move, () => Promise.resolve())
        return moveUpload(test.db, { ...move, to })
      },
    })),
    retry: {
      may: ({ at, failedFrom, attempt }) =>
        at === 'failed' ? { at: failedFrom!, attempt: attempt + 1, redrives: 0 } : undefined,
      do: ({ id }) => retryUpload(test.db, id),
    },
    redrive: {
      when: ({ received, at }) => received! && at in uploadWays,
      may: (now, attempt) => {
        const next = driven<UploadStage>(MAX_UPLOAD_RESTARTS, ['upload', 'finished', 'processed'])(now, attempt)
        return next?.at === 'failed' ? { ...next, redrives: 0 } : next
      },
      do: ({ id }, attempt, { at, redrives }) =>
        redriveUpload(test.db, { id, attempt, stage: at, isCorrected: false, redrives }),
    },
  },
}

const images: Machine<ImageStatus> = {
  table: 'images',
  async start() {
    const original = file('original')
    const id = newId()
    await insertFile(test.db, original)
    await receiveImage(test.db, {
      id,
      ownerId: owner.id,
      purpose: 'inline',
      crop: null,
      original: { fileId: original.id, bytes: 1, sha256: 'abc' },
    })
    return { id }
  },
  begins: { at: 'pending', attempt: 1, redrives: 0 },
  actions: {
    ...actionsTo(imageStatuses, (to) => ({
      may: along(imageArrows, to),
      do({ id }, attempt) {
        const move = { id, attempt }
        if (to === 'failed') return failImage(test.db, move, failure)
        if (to === 'ready') return readyImage(test.db, move, picture)
        return moveImage(test.db, { ...move, to })
      },
    })),
    redrive: {
      may: driven<ImageStatus>(MAX_IMAGE_RESTARTS, ['pending', 'processing']),
      do: ({ id }, attempt, { redrives }) => redriveImage(test.db, { id, attempt, redrives }),
    },
    remake: {
      each: true,
      may: ({ at, attempt }) => (at === 'ready' ? { attempt: attempt + 1 } : undefined),
      do: ({ id }) => requestImageReprocessing(test.db, id),
    },
    swap: {
      may: (now, attempt) => (now.at === 'ready' && isNow(now, attempt) ? { attempt: attempt + 1 } : undefined),
      do: ({ id }, attempt) => swapImage(test.db, { id, attempt }, picture),
    },
  },
}
const picture = { width: 1, height: 1, blurhash: 'x', variants: [] }

const videos: Machine<VideoStatus> = {
  table: 'videos',
  async start() {
    const { videoId, uploadId } = await makeVideo(test.db, owner)
    return { id: videoId, uploadId }
  },
  begins: { at: 'pending', attempt: 1, redrives: 0 },
  actions: {
    ...actionsTo(videoStatuses, (to) => ({
      may: along(videoArrows, to),
      do({ id }, attempt) {
        const move = { id, attempt }
        if (to === 'failed') return failVideo(test.db, move, failure)
        if (to === 'ready')
          return readyVideo(test.db, move, {
            shape: { columns: 1, rows: 1, tileWidth: 1, tileHeight: 1, intervalSeconds: 1, count: 1 } as never,
            file: file('image'),
          })
        return moveVideo(test.db, { ...move, to })
      },
    })),
    redrive: {
      may: driven<VideoStatus>(MAX_VIDEO_RESTARTS, ['pending', 'processing']),
      do: ({ id }, attempt, { redrives }) => redriveVideo(test.db, { id, attempt, redrives }),
    },
    again: {
      may: ({ at, attempt }) => (at === 'failed' ? { at: 'pending', attempt: attempt + 1, redrives: 0 } : undefined),
      do: ({ uploadId }) => receiveVideo(test.db, { id: uploadId!, ownerId: owner.id }),
    },
  },
}

let model: string
const living: RenderStatus[] = ['queued', 'preparing', 'rendering', 'encoding']
const renders: Machine<RenderStatus> = {
  table: 'renders',
  start: async () => ({ id: await makeRender(test.db, owner, { uploadId: model }) }),
  begins: { at: 'queued', attempt: 1, redrives: 0 },
  actions: {
    ...actionsTo(renderStatuses, (to) => ({
      may: along(renderArrows, to),
      do: ({ id }, attempt) =>
        to === 'finished' ? finishRender(test.db, { id, attempt }, [], 1) : moveRender(test.db, { id, attempt, to }),
    })),
    cancel: {
      may: ({ at }) => (living.includes(at) ? { at: 'cancelled' } : undefined),
      do: ({ id }) => cancelRender(test.db, id),
    },
    retry: {
      may: ({ at, attempt }) =>
        at === 'failed' || at === 'cancelled' ? { at: 'queued', attempt: attempt + 1, redrives: 0 } : undefined,
      do: ({ id }) => retryRender(test.db, id),
    },
    redrive: {
      may: driven<RenderStatus>(MAX_RENDER_RESTARTS, ['encoding']),
      do: ({ id }, attempt, { redrives }) => redriveEncoding(test.db, { id, attempt, redrives }),
    },
  },
}

const works: Machine<WorkState> = {
  table: 'works',
  async start() {
    const id = newId()
    await inTransaction(test.db, (trx) => insertWork(trx, { id, ownerId: owner.id }))
    return { id }
  },
  begins: { at: 'draft', attempt: 1, redrives: 0 },
  actions: {
    ...actionsTo(workStates, (to) => ({
      may: ({ at }) => (workArrows[at].includes(to) ? { at: to } : undefined),
      do: ({ id }) => inTransaction(test.db, (trx) => moveWork(trx, id, to)),
    })),
    unpublish: {
      may: ({ at }) => (at === 'released' ? { at: 'draft' } : undefined),
      do: ({ id }) => inTransaction(test.db, (trx) => moveWork(trx, id, 'draft', 'released')),
    },
    restore: {
      may: ({ at }) => (at === 'trashed' ? { at: 'draft' } : undefined),
      do: ({ id }) => inTransaction(test.db, (trx) => moveWork(trx, id, 'draft', 'trashed')),
    },
    delete: {
      may: ({ at }) => (at === 'trashed' ? { gone: true } : undefined),
      do: ({ id }) => deleteWork(test.db, id),
    },
  },
}

const machines: [string, Machine<never>][] = Object.entries({
  'U15 an upload': uploads,
  'U15 a picture': images,
  'U15 a video': videos,
  'Q16 a render': renders,
  'a work': works,
} as unknown as Record<string, Machine<never>>)
for (const [name, machine] of machines)
  await t.test(`${name} follows its transitions under duplicate, reordered and late calls`, async (t) => {
    owner = await makeUser(test.db)
    model = (await makeReadyUpload(test.db, owner)).uploadId
    const step: fc.Arbitrary<Step> = fc.record({
      of: fc.constantFrom('all', 'possible'),
      which: fc.nat(),
      late: fc.constantFrom(0, 0, 0, 1, -1),
      twice: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14, size: 'max' }), async (steps) => {
        // A fresh owner per run, because uploads per user are limited.
        if (machine === (uploads as unknown)) owner = await makeUser(test.db)
        await live(test.db, machine, steps)
      }),
      { numRuns: 25 },
    )
    t.pass('25 histories ended where the model ended, with one event and one version a change')
  })
