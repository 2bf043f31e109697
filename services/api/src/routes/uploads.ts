import { Metadata } from '@tus/server'
import type { FastifyRequest } from 'fastify'
import { queuePositions } from '@toile/bus/queue-position'
import { lastProgress } from '@toile/bus/progress'
import { cutText } from '@toile/contracts/cut-text'
import { invalidInput, ToileError } from '@toile/contracts/errors'
import { isId, newId } from '@toile/contracts/ids'
import type { Language } from '@toile/contracts/languages.constants'
import { cleanText } from '@toile/contracts/texts'
import { jobOfUpload } from '@toile/contracts/uploads/upload-queue'
import type { Upload } from '@toile/contracts/uploads/uploads'
import {
  MAX_FILENAME_LENGTH,
  MAX_UPLOAD_BYTES,
  MAX_VIDEO_BYTES,
  uploadKinds,
  type UploadKind,
} from '@toile/contracts/uploads/uploads.constants'
import { imagesOfUploads } from '@toile/db/images/images'
import { videosOfUploads } from '@toile/db/videos/videos'
import {
  findUpload,
  forgetAims,
  insertUpload,
  listUploads,
  removeUnfinishedUpload,
  type UploadRow,
} from '@toile/db/uploads/uploads'
import type { User } from '@toile/db/users/users'
import { etasOf } from '@toile/db/uploads/stage-history'
import { worksOfUploads, workOwner } from '@toile/db/works/works'
import { correctUpload } from '@toile/db/uploads/uploads-reprocessing'
import { finishUpload, retryUpload } from '@toile/db/uploads/uploads-transitions'
import { storageKey } from '@toile/storage/keys'
import { assertFreeSpace } from '../http/free-space.js'
import { tusAbilities } from '../uploads/tus-edge.js'
import { createTus } from '../uploads/tus.js'
import { uploadView } from '../views/uploads.js'
import type { Context } from '../http/context.js'
import type { Handlers } from '../http/register-routes.js'

export function uploadHandlers({ db, redis, storage, links, unverifiedQuota }: Context) {
  const handOver = createTus({ db, storage, redis })
  const incoming = storage.incoming()
  const receivedBytes = (key: string): Promise<number> =>
    incoming.getUpload(key).then(
      (upload) => upload.offset,
      () => 0,
    )

  const present = async (rows: UploadRow[], language: Language): Promise<Upload[]> => {
    const images = await imagesOfUploads(
      db,
      rows.map((row) => row.id),
    )
    const videoIds = rows.filter((row) => row.kind === 'video').map((row) => row.id)
    const videos = new Map((await videosOfUploads(db, videoIds)).map((video) => [video.uploadId, video]))
    const works = await worksOfUploads(
      db,
      rows.map((row) => row.id),
    )
    const inMotion = rows.flatMap((row) => {
      const job = row.receivedAt && jobOfUpload(row, videos.get(row.id))
      return job ? [{ id: row.id, job }] : []
    })
    const positions = await queuePositions(
      { db, redis },
      inMotion.map(({ job }) => job),
    )
    const placeOf = new Map(inMotion.map(({ id }, i) => [id, positions[i]]))
    const etas = await etasOf(
      db,
      inMotion.map((row) => row.id),
    )
    const live = await lastProgress<'upload:stage'>(
      redis,
      rows.map((row) => row.id),
    )
    return Promise.all(
      rows.map(async (row, index) =>
        uploadView(row, {
          links,
          language,
          video: videos.get(row.id),
          workId: works.get(row.id),
          previews: images.filter((image) => image.uploadId === row.id),
          received: row.receivedAt ? row.size : await receivedBytes(row.originalKey),
          live: live[index] ?? null,
          place: placeOf.get(row.id),
          eta: etas.get(row.id),
        }),
      ),
    )
  }
  const presentOne = async (id: string, language: Language): Promise<Upload> => {
    const row = await findUpload(db, id)
    if (!row) throw new ToileError('NOT_FOUND')
    return (await present([row], language))[0]!
  }
  const target = async (id: string) => {
    const row = await findUpload(db, id)
    if (!row) throw new ToileError('NOT_FOUND')
    const { ownerId, originalKey: key, version, size, receivedAt } = row
    return { row, target: { id, ownerId, key, version, size, isComplete: receivedAt !== null } }
  }
  const finishIfComplete = async (row: UploadRow) => {
    if (!row.receivedAt && (await storage.stat(row.originalKey))?.bytes === row.size) await finishUpload(db, row.id)
  }

  return {
    async listUploads({ user, query, language }) {
      const { forWork: forWorkId, limit, cursor } = query
      const page = await listUploads(db, { ownerId: user.id, forWorkId, limit, cursor })
      return { items: await present(page.items, language), nextCursor: page.nextCursor }
    },

    async getUpload({ params, language }) {
      return presentOne(params.id, language)
    },

    async retryUpload({ params, language }) {
      if (!(await retryUpload(db, params.id, { isOwners: true }))) throw new ToileError('STATE_CONFLICT')
      return presentOne(params.id, language)
    },

    async correctUpload({ params, body, language }) {
      const row = await findUpload(db, params.id)
      const { model, otherModels = [] } = row?.facts?.source ?? {}
      if (body.model !== undefined && body.model !== model && !otherModels.includes(body.model))
        throw invalidInput({ model: [{ code: 'FIELD_INVALID' }] })
      if (!(await correctUpload(db, params.id, body))) throw new ToileError('STATE_CONFLICT')
      return presentOne(params.id, language)
    },

    async forgetUploadAim({ params }) {
      await forgetAims(db, [params.id])
    },

    async tusOptions({ reply }) {
      reply.headers(tusAbilities)
    },

    async tusCreate({ user, request, reply }) {
      const announced = announcement(request, user)
      const { forWorkId } = announced
      if (forWorkId && (await workOwner(db, forWorkId)) !== user.id)
        throw invalidInput({ workId: [{ code: 'FIELD_INVALID' }] })
      await assertFreeSpace(storage)
      const id = newId()
      const key = storageKey('originals', id)
      await insertUpload(db, { id, ownerId: user.id, key, ...announced }, unverifiedQuota(request))
      const created = { id, ownerId: user.id, key, version: 1, size: announced.size, isComplete: false }
      try {
        await handOver(created, request, reply)
      } catch (error) {
        await removeUnfinishedUpload(db, id)
        throw error
      }
    },

    async tusOffset({ params, request, reply }) {
      const found = await target(params.id)
      await finishIfComplete(found.row)
      await handOver(found.target, request, reply)
    },

    async tusAppend({ params, request, reply }) {
      const offset = request.headers['upload-offset']
      if (!isByteCount(offset))
        throw invalidInput({ 'Upload-Offset': [{ code: offset === undefined ? 'FIELD_REQUIRED' : 'FIELD_INVALID' }] })
      await handOver((await target(params.id)).target, request, reply)
    },

    async tusTerminate({ params }) {
      const { row } = await target(params.id)
      await finishIfComplete(row)
      // A complete upload cannot be terminated, because a work may use it.
      if (!(await removeUnfinishedUpload(db, row.id))) throw new ToileError('UPLOAD_FINISHED')
    },
  } satisfies Partial<Handlers>
}

interface Announcement {
  kind: UploadKind
  filename: string
  filetype: string
  size: number
  forWorkId: string | undefined
}

/** Checks Upload-Length and Upload-Metadata. The filename is shown and its ending is read, but never forms a path. */
function announcement(request: FastifyRequest, user: User): Announcement {
  const length = request.headers['upload-length']
  if (!isByteCount(length))
    throw invalidInput({ 'Upload-Length': [{ code: length === undefined ? 'FIELD_REQUIRED' : 'FIELD_INVALID' }] })
  const size = Number(length)
  if (size === 0) throw new ToileError('FILE_EMPTY')
  const metadata = parseMetadata(String(request.headers['upload-metadata'] ?? ''))
  const kind = uploadKinds.find((one) => one === (metadata['kind'] ?? 'model'))
  if (!kind) throw invalidInput({ kind: [{ code: 'FIELD_INVALID' }] })
  if (kind === 'video' && size >= MAX_VIDEO_BYTES) throw new ToileError('VIDEO_TOO_LARGE')
  if (size > MAX_UPLOAD_BYTES) throw new ToileError('FILE_TOO_LARGE')
  // Platform files (software, market files, captions) are distributed unchanged, so only administrators upload them.
  if (kind === 'file' && user.group !== 'admin') throw new ToileError('UPLOAD_KIND_UNSUPPORTED')
  const forWorkId = metadata['workId'] ?? undefined
  if (forWorkId && !isId(forWorkId)) throw invalidInput({ workId: [{ code: 'FIELD_INVALID' }] })
  return {
    kind,
    size,
    forWorkId,
    filename: displayName(metadata['filename']),
    filetype: cutText(metadata['filetype'] ?? '', 255),
  }
}

const isByteCount = (header: string | string[] | undefined): header is string => /^\d{1,15}$/.test(String(header))

function parseMetadata(header: string): ReturnType<typeof Metadata.parse> {
  try {
    return header ? Metadata.parse(header) : {}
  } catch {
    throw invalidInput({ 'Upload-Metadata': [{ code: 'FIELD_INVALID' }] })
  }
}

/** The filename without its folders and invisible characters, cut to the limit; 'untitled' if nothing is left. */
function displayName(given: string | null | undefined): string {
  const base = (given ?? '').normalize('NFC').split(/[/\\]/).filter(Boolean).at(-1) ?? ''
  const cleaned = cleanText(base.replace(/\p{Cc}/gu, ''))
  return cutText(cleaned, MAX_FILENAME_LENGTH) || 'untitled'
}
