import { fstatSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { ModelCorrection, ModelSource } from '@toile/contracts/models/models'
import { serveIsolated } from '../sandbox-child.js'
import { guardForeign, writeForeign } from './foreign/foreign.js'
import type { ModelFormat } from './formats.js'
import { guardModel } from './guard/guard.js'
import { makeLevels } from './levels/levels.js'
import { openModel, type ModelArchive } from './open.js'
import type { TextureNotes } from './package.js'
import { pictureReader } from './textures/pictures.js'
import type { PrepareAnswer } from './prepare.js'
import { levelFiles } from './levels/level-files.js'

export interface PrepareArgs {
  format: ModelFormat
  name: string
  correction?: ModelCorrection | undefined
  source?: ModelSource | undefined
  archive?: ModelArchive | undefined
  textures?: TextureNotes | undefined
  ffmpeg?: string | undefined
}
serveIsolated<PrepareArgs>(async (args, inputFd, progress, weigh): Promise<PrepareAnswer> => {
  const { format, name, source, correction } = args
  progress('unpack', 0)
  const { model, archive = args.archive } = await openModel(inputFd, format, name, correction?.model)
  progress('guard', 0)
  let lacksFfmpeg = false
  const readPicture = pictureReader(args.ffmpeg, () => (lacksFfmpeg = true))
  if ('format' in model) {
    weigh([model.bytes, ...model.files.values()].reduce((sum, { length }) => sum + length, 0))
    const guarded = await guardForeign(model, readPicture)
    if (lacksFfmpeg) return { needs: 'ffmpeg' }
    return { foreign: await writeForeign(guarded, process.cwd()), archive, textures: guarded.textures }
  }
  weigh(await guardModel(model, readPicture))
  if (lacksFfmpeg) return { needs: 'ffmpeg' }
  const textures = args.textures ?? model.textures
  const originalBytes = fstatSync(inputFd).size
  const isOneFile = format === 'glb'
  const levels = await makeLevels(model, { source, correction, archive, textures, isOneFile, originalBytes, progress })
  const { web, preview, ar, report, facts } = levels
  await writeFile(levelFiles.web, web)
  if (preview) await writeFile(levelFiles.preview, preview)
  if (ar) await writeFile(levelFiles.ar, ar)
  return { prepared: { hasPreview: Boolean(preview), hasAr: Boolean(ar), report, facts } }
})
