import { maxUploadBytes } from '@toile/contracts/uploads.constants'
import type { WordKey } from '../../i18n/index.js'

/** What the file picker offers, and what is taken. */
export const ACCEPT = '.glb,.gltf,.zip,.fbx,.obj,.dae,.ply,.stl,.usdz,.zprj,.zpac,.sproj'
export const PICKER_TYPES = [
  { accept: { 'model/gltf-binary': ['.glb'], 'model/gltf+json': ['.gltf'], 'application/zip': ['.zip'] } },
]

/** Why a file cannot be sent, as a key of the words, before a byte of it is; undefined when it can. */
export function fileProblem({ name, size }: { name: string; size: number }): WordKey | undefined {
  if (size > maxUploadBytes) return 'upload.tooLarge'
  if (!/\.(glb|gltf|zip|fbx|obj|dae|ply|stl|usdz|zprj|zpac|sproj)$/i.test(name)) return 'upload.wrongType'
  if (size === 0) return 'upload.empty'
  return undefined
}
