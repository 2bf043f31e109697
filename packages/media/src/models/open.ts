import { fstatSync, readFileSync } from 'node:fs'
import type { ModelFormat } from './formats.js'
import { openGlb, openGltf, type ModelPackage } from './package.js'
import { mainModel, unpackZip } from './unpack.js'

const openers: Record<ModelFormat, (fd: number) => Promise<ModelPackage>> = {
  glb: async (fd) => openGlb(readFileSync(fd), new Map(), ''),
  'gltf-zip': async (fd) => {
    const files = await unpackZip(fd, fstatSync(fd).size)
    const mainPath = mainModel(files)
    const bytes = files.get(mainPath) as Uint8Array
    return mainPath.toLowerCase().endsWith('.glb') ? openGlb(bytes, files, mainPath) : openGltf(bytes, files, mainPath)
  },
}

/** Reads an open file as a model of a known format. @throws InputFailure MODEL_*, ARCHIVE_* */
export async function openModel(fd: number, format: ModelFormat): Promise<ModelPackage> {
  return openers[format](fd)
}
