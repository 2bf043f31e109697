import { fstatSync, readFileSync } from 'node:fs'
import { InputFailure } from '@toile/contracts/failures'
import type { ForeignPackage } from './foreign/foreign.js'
import { isForeign, type ModelFormat } from './formats.js'
import { identifyBytes } from './identify.js'
import { atMost, limits } from './limits.js'
import { openGlb, openGltf, type ModelPackage } from './package.js'
import { mainModel, unpackZip } from './unpack.js'

const noFiles: ReadonlyMap<string, Uint8Array> = new Map()
/** Of these the reader keeps all as one string. */
const isText = (format: ModelFormat) => ['gltf', 'obj', 'dae'].includes(format)

/** Reads an open file of a known format, glTF or foreign. @throws InputFailure MODEL_*, ARCHIVE_*, NOT_A_MODEL */
export async function openModel(fd: number, format: ModelFormat): Promise<ModelPackage | ForeignPackage> {
  const { size } = fstatSync(fd)
  if (format === 'zip') {
    const files = await unpackZip(fd, size)
    const mainPath = mainModel(files)
    const bytes = files.get(mainPath) as Uint8Array
    const inner = identifyBytes(bytes, bytes.length)
    if (inner === 'zip' || inner === 'usdz')
      throw new InputFailure('ARCHIVE_REFUSED', { detail: 'archive inside the archive' })
    return packageOf(inner, bytes, files, mainPath)
  }
  if (isText(format)) atMost(size, limits.textBytes, 'bytes of text')
  const files = format === 'usdz' ? await unpackZip(fd, size, { mayCompress: false }) : noFiles
  return packageOf(format, readFileSync(fd), files, '')
}

function packageOf(
  format: ModelFormat,
  bytes: Uint8Array,
  files: ReadonlyMap<string, Uint8Array>,
  mainPath: string,
): ModelPackage | ForeignPackage {
  if (isForeign(format)) return { format, bytes, files, mainPath }
  return format === 'glb' ? openGlb(bytes, files, mainPath) : openGltf(bytes, files, mainPath)
}
