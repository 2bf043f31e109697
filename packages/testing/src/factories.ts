import { randomBytes } from 'node:crypto'
import { newId } from '@toile/contracts/ids'
import type { ImagePurpose } from '@toile/contracts/images/images.constants'
import { defaultAppearance } from '@toile/contracts/models/appearance.constants'
import type { ModelFacts, ModelReport } from '@toile/contracts/models/models'
import type { ProprietaryFormat } from '@toile/contracts/models/models.constants'
import type { TokenPurpose } from '@toile/contracts/sessions/one-time-tokens.constants'
import { planRender, type RenderSettings } from '@toile/contracts/renders/render-plan'
import type { AccountStep } from '@toile/contracts/sessions/sessions.constants'
import { unverifiedLimits, type UploadKind } from '@toile/contracts/uploads/uploads.constants'
import type { UserGroup } from '@toile/contracts/users/users.constants'
import { inTransaction, type Db } from '@toile/db/client'
import { bindDevice } from '@toile/db/software/devices'
import { insertUpload } from '@toile/db/uploads/uploads'
import { finishUpload, moveUpload, processUpload, readyUpload } from '@toile/db/uploads/uploads-transitions'
import { armToken, openToken } from '@toile/db/sessions/one-time-tokens'
import { videosOfUploads } from '@toile/db/videos/videos'
import { receiveVideo } from '@toile/db/videos/videos-transitions'
import { insertSession } from '@toile/db/sessions/sessions'
import { insertUser, type User } from '@toile/db/users/users'
import { insertFile, type NewFile } from '@toile/db/files/files'
import { insertRender } from '@toile/db/renders/renders-transitions'
import { insertPreview, moveImage, readyImage, receiveImage } from '@toile/db/images/images-transitions'
import { newToken } from '@toile/runtime/one-time-tokens'
import { hashPassword } from '@toile/runtime/passwords'
import { signToken } from '@toile/runtime/tokens'
import { storageKey } from '@toile/storage/keys'

export const TEST_SECRET = 'a-secret-of-the-tests-0123456789abcdef'

export async function makeUser(
  db: Db,
  options: { name?: string; group?: UserGroup; verified?: boolean; password?: string } = {},
): Promise<User & { email: string }> {
  const name = options.name ?? `user-${randomBytes(4).toString('hex')}`
  const email = `${name}@example.test`
  const user = await insertUser(db, {
    username: name,
    email,
    passwordHash: options.password ? await hashPassword(options.password) : null,
    inviteCode: randomBytes(6).toString('hex'),
    group: options.group ?? 'user',
    emailVerified: options.verified ?? true,
  })
  return { ...user, email }
}

export async function makeToken(db: Db, user: User, step?: AccountStep): Promise<{ token: string; sid: string }> {
  const sid = newId()
  // The session expires later than any time to which a test sets its clock.
  const expiresAt = new Date(Date.now() + 86_400_000)
  await insertSession(db, { id: sid, userId: user.id, expiresAt, userAgent: 'test', step, isProven: true })
  return { sid, token: signToken({ sid, sub: user.id, exp: Math.floor(expiresAt.getTime() / 1_000) }, TEST_SECRET) }
}

export async function makeUpload(
  db: Db,
  owner: User,
  size = 1_000,
  kind: UploadKind = 'model',
  filename = kind === 'video' ? 'dress.mp4' : 'dress.glb',
): Promise<string> {
  const id = newId()
  const key = storageKey('originals', id)
  const unverified = { ...unverifiedLimits, maxBytesPerNetwork: Infinity, networkHash: randomBytes(32) }
  await insertUpload(db, { id, ownerId: owner.id, kind, filename, filetype: '', size, key }, unverified)
  return id
}

const facts: ModelFacts = {
  triangles: 12,
  vertices: 24,
  drawCalls: 1,
  materials: 1,
  textures: [],
  gpuBytes: 1_000,
  widthMetres: 0.5,
  heightMetres: 1,
  depthMetres: 0.3,
  animations: [],
  colourways: [],
}
const report = {} as ModelReport

export function fileOf(owner: User, kind: 'model' | 'image'): NewFile {
  const id = newId()
  const variant = { name: 'web', hash: 'abc', extension: kind === 'model' ? 'glb' : 'webp' }
  const key = storageKey(kind === 'model' ? 'models' : 'images', id, variant)
  const contentType = 'application/octet-stream'
  return { id, ownerId: owner.id, kind, key, contentType, bytes: 10, sha256: 'abc', state: 'stored' }
}

export async function makeImage(db: Db, owner: User, purpose: ImagePurpose): Promise<string> {
  const id = newId()
  const original = fileOf(owner, 'image')
  await insertFile(db, { ...original, state: 'pending' })
  await receiveImage(db, {
    id,
    ownerId: owner.id,
    purpose,
    crop: null,
    original: { fileId: original.id, bytes: 10, sha256: 'abc' },
  })
  await moveImage(db, { id, to: 'processing', attempt: 1 })
  const size = { width: 308, height: 410 }
  const variants = [{ name: '1x', ...size, format: 'webp', file: fileOf(owner, 'image') }]
  await readyImage(db, { id, attempt: 1 }, { ...size, blurhash: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj', variants })
  return id
}

export async function makeReadyUpload(
  db: Db,
  owner: User,
  proprietaryFormat?: ProprietaryFormat,
): Promise<{ uploadId: string; coverId: string }> {
  const uploadId = await makeUpload(db, owner)
  const move = { id: uploadId, attempt: 1 }
  await finishUpload(db, uploadId)
  await moveUpload(db, { ...move, to: 'finished' })
  await processUpload(
    db,
    move,
    proprietaryFormat
      ? { proprietaryFormat }
      : {
          file: fileOf(owner, 'model'),
          preview: fileOf(owner, 'model'),
          ar: fileOf(owner, 'model'),
          facts,
          report,
        },
  )
  const coverId = newId()
  await readyUpload(db, move, async (trx) => {
    await insertPreview(trx, {
      id: coverId,
      ownerId: owner.id,
      uploadId,
      purpose: 'cover',
      width: 308,
      height: 410,
      blurhash: null,
      angle: 'three-quarter',
      variants: [{ name: '1x', width: 308, height: 410, format: 'webp', file: fileOf(owner, 'image') }],
    })
  })
  return { uploadId, coverId }
}

/** A queued video. A test that needs the video's bytes stores them under `key`. */
export async function makeVideo(
  db: Db,
  owner: User,
  size?: number,
): Promise<{ uploadId: string; videoId: string; key: string }> {
  const uploadId = await makeUpload(db, owner, size, 'video')
  await finishUpload(db, uploadId)
  await moveUpload(db, { id: uploadId, attempt: 1, to: 'finished' })
  await receiveVideo(db, { id: uploadId, ownerId: owner.id })
  const [video] = await videosOfUploads(db, [uploadId])
  return { uploadId, videoId: video!.id, key: storageKey('originals', uploadId) }
}

export async function makeDevice(db: Db, owner: User, deviceId: string = newId()): Promise<string> {
  const binding = { userId: owner.id, deviceId, name: 'Studio PC', tokenHash: randomBytes(32), sessionId: newId() }
  return (await bindDevice(db, binding)).device.id
}

/** Returns the token of a link, as if the link had just been mailed to `email`. */
export async function makeLink(db: Db, user: Pick<User, 'id'>, purpose: TokenPurpose, email: string): Promise<string> {
  const id = await openToken(db, { userId: user.id, purpose, email })
  const { token, hash } = newToken()
  await armToken(db, id, hash)
  return token
}

export interface RenderOptions extends Partial<RenderSettings> {
  workId?: string | null
  approve?: boolean
  uploadId?: string
  triangles?: number
}

/** A queued render, by default a turntable of 8 small frames. Without `uploadId`, its model has no stored bytes. */
export async function makeRender(
  db: Db,
  owner: User,
  { workId = null, approve = false, uploadId, triangles = 12, ...over }: RenderOptions = {},
): Promise<string> {
  const id = newId()
  const settings: RenderSettings = {
    type: 'turntable',
    engine: 'preview',
    width: 160,
    height: 160,
    samples: 1,
    cameras: Array.from({ length: 8 }, (_, i) => ({ azimuth: i * 45, elevation: 7, allRound: true }) as const),
    look: defaultAppearance,
    ...over,
  }
  const plan = planRender(settings, triangles, { scoutFirst: approve })
  const source = uploadId ?? (await makeReadyUpload(db, owner)).uploadId
  await inTransaction(db, (trx) =>
    insertRender(trx, {
      id,
      ownerId: owner.id,
      workId,
      uploadId: source,
      name: 'A dress',
      settings,
      recipe: id,
      plan,
      approve,
    }),
  )
  return id
}
