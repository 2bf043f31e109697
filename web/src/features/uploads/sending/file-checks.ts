import { MAX_UPLOAD_BYTES, MAX_VIDEO_BYTES, type UploadKind } from '@toile/contracts/uploads/uploads.constants'
import { videoExtensions } from '@toile/contracts/videos/videos.constants'
import type { WordKey } from '../../../i18n/index.js'

const extensions = {
  model: ['.glb', '.gltf', '.vrm', '.zip', '.fbx', '.obj', '.dae', '.ply', '.stl', '.usdz', '.zprj', '.zpac', '.sproj'],
  video: videoExtensions,
} as const
export type MediaKind = keyof typeof extensions & UploadKind
export const mediaKinds = Object.keys(extensions) as MediaKind[]

export const acceptOf = (kinds: readonly MediaKind[]) => kinds.flatMap((kind) => extensions[kind]).join(',')

export const pickerTypesOf = (kinds: readonly MediaKind[]) =>
  kinds.map((kind) => ({ accept: { [`${kind}/*`]: extensions[kind] } }))

export function mediaKindOf({ name }: { name: string }): MediaKind | undefined {
  const lower = name.toLowerCase()
  return mediaKinds.find((kind) => extensions[kind].some((extension) => lower.endsWith(extension)))
}

/** Unsupported 3D formats whose programs also export a supported one. */
const unread = [
  [/\.3ds$/i, 'upload.not3ds'],
  [/\.3mf$/i, 'upload.not3mf'],
  [/\.usd[ac]?$/i, 'upload.notUsd'],
] as const

export function fileProblem(
  file: { name: string; size: number },
  kinds: readonly MediaKind[] = mediaKinds,
): WordKey | undefined {
  const kind = mediaKindOf(file)
  if (file.size > MAX_UPLOAD_BYTES) return 'upload.tooLarge'
  if (!kind || !kinds.includes(kind))
    return kinds.includes('model')
      ? (unread.find(([ending]) => ending.test(file.name))?.[1] ?? 'upload.wrongType')
      : 'media.notVideo'
  if (kind === 'video' && file.size >= MAX_VIDEO_BYTES) return 'media.videoTooLarge'
  if (file.size === 0) return 'upload.empty'
  return undefined
}
