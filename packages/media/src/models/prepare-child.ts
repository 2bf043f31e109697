import { fstatSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createHash } from 'node:crypto'
import type { ModelCorrection, ModelSource } from '@toile/contracts/models'
import { serveIsolated } from '../sandbox-child.js'
import { guardForeign, writeForeign, type WrittenForeign } from './foreign/foreign.js'
import type { ModelFormat } from './formats.js'
import { guardModel } from './guard.js'
import { makeLevels } from './levels.js'
import { openModel, type ModelArchive } from './open.js'
import type { TextureNotes } from './package.js'
import { pictureReader } from './pictures.js'
import type { PreparedFile, PreparedModel } from './prepare.js'

export interface PrepareArgs {
  format: ModelFormat
  /** What its creator called the file. */
  name: string
  workDir: string
  correction?: ModelCorrection | undefined
  /** What the .glb was before it was converted, the archive that it came in, and what was noted of its pictures. */
  source?: ModelSource | undefined
  archive?: ModelArchive | undefined
  textures?: TextureNotes | undefined
  /** Its path, where it is there. */
  ffmpeg?: string | undefined
}
/** A model of another format comes back as files for the converter, which lie in the folder, and again as the .glb made of them. */
export type PrepareAnswer =
  | { foreign: WrittenForeign; archive?: ModelArchive | undefined; textures: TextureNotes }
  | { prepared: PreparedModel }
  | { needs: 'ffmpeg' }

// The script that prepareModel() runs as a child: everything that looks inside an uploaded model happens here.
serveIsolated<PrepareArgs>(async (args, inputFd, progress, weigh): Promise<PrepareAnswer> => {
  const { format, name, workDir, source, correction } = args
  progress('unpack', 0)
  const { model, archive = args.archive } = await openModel(inputFd, format, name, correction?.model)
  progress('guard', 0)
  let lacksFfmpeg = false
  const readPicture = pictureReader(args.ffmpeg, () => (lacksFfmpeg = true))
  if ('format' in model) {
    weigh([model.bytes, ...model.files.values()].reduce((sum, { length }) => sum + length, 0))
    const guarded = await guardForeign(model, readPicture)
    if (lacksFfmpeg) return { needs: 'ffmpeg' }
    return { foreign: await writeForeign(guarded, workDir), archive, textures: guarded.textures }
  }
  weigh(await guardModel(model, readPicture))
  if (lacksFfmpeg) return { needs: 'ffmpeg' }
  const textures = args.textures ?? model.textures
  const originalBytes = fstatSync(inputFd).size
  const isOneFile = format === 'glb'
  const levels = await makeLevels(model, { source, correction, archive, textures, isOneFile, originalBytes, progress })
  return {
    prepared: {
      ...levels,
      web: await store(workDir, 'web.glb', levels.web),
      preview: levels.preview && (await store(workDir, 'preview.glb', levels.preview)),
      ar: levels.ar && (await store(workDir, 'ar.glb', levels.ar)),
    } satisfies PreparedModel,
  }
})

async function store(workDir: string, name: string, bytes: Uint8Array): Promise<PreparedFile> {
  const file = path.join(workDir, name)
  await writeFile(file, bytes)
  return { path: file, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
