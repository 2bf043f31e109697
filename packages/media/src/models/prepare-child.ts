import { fstatSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createHash } from 'node:crypto'
import type { ModelSource } from '@toile/contracts/models'
import { serveIsolated } from '../sandbox-child.js'
import { guardForeign, writeForeign } from './foreign/foreign.js'
import type { ForeignFormat, ModelFormat } from './formats.js'
import { guardModel } from './guard.js'
import { makeLevels } from './levels.js'
import { openModel } from './open.js'
import type { PreparedFile, PreparedModel } from './prepare.js'

export interface PrepareArgs {
  format: ModelFormat
  workDir: string
  /** What the .glb was before it was converted. */
  source?: ModelSource
}
/** A model of another format comes back as files for the converter (their names; they lie in the folder), and again as the .glb made of them. */
export type PrepareAnswer = { foreign: { format: ForeignFormat; names: string[] } } | { prepared: PreparedModel }

// The script that prepareModel() runs as a child: everything that looks inside an uploaded model happens here.
serveIsolated<PrepareArgs>(async ({ format, workDir, source }, inputFd, progress, weigh): Promise<PrepareAnswer> => {
  progress('unpack', 0)
  const model = await openModel(inputFd, format)
  progress('guard', 0)
  if ('format' in model) {
    await guardForeign(model)
    return { foreign: { format: model.format, names: await writeForeign(model, workDir) } }
  }
  weigh(await guardModel(model))
  const originalBytes = fstatSync(inputFd).size
  const levels = await makeLevels(model, { source, isOneFile: format === 'glb', originalBytes, progress })
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
