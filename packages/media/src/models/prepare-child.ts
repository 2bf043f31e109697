import { fstatSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createHash } from 'node:crypto'
import type { ModelSource } from '@toile/contracts/models'
import { serveIsolated } from '../sandbox-child.js'
import { canStayAsItCame } from './as-it-came.js'
import { guardForeign, writeForeign } from './foreign/foreign.js'
import type { ForeignFormat, ModelFormat } from './formats.js'
import { findingsOf } from './findings.js'
import { guardModel } from './guard.js'
import { measureModel } from './measure.js'
import { openModel } from './open.js'
import { optimiseModel, readModel, writeSmallest } from './optimise.js'
import type { PreparedFile, PreparedModel } from './prepare.js'
import { makePreviewLevel } from './preview-level.js'
import { validateModel } from './validate.js'

export interface PrepareArgs {
  format: ModelFormat
  workDir: string
  /** What the .glb was before it was converted. */
  source?: ModelSource
}
/** A model of another format comes back as files for the converter (their names; they lie in the folder), and again as the .glb made of them. */
export type PrepareAnswer = { foreign: { format: ForeignFormat; names: string[] } } | { prepared: PreparedModel }

// The script that prepareModel() runs as a child: everything that looks inside an uploaded model happens here.
serveIsolated<PrepareArgs>(async ({ format, workDir, source }, inputFd, progress): Promise<PrepareAnswer> => {
  progress('unpack', 0)
  const model = await openModel(inputFd, format)
  progress('guard', 0)
  if ('format' in model) {
    await guardForeign(model)
    return { foreign: { format: model.format, names: await writeForeign(model, workDir) } }
  }
  await guardModel(model)
  progress('validate', 0)
  const report = await validateModel(model)
  progress('optimise', 0)
  const document = await readModel(model)
  const findings = findingsOf(document, source)
  const mayStay = format === 'glb' && !source && canStayAsItCame(model, report, document)
  await optimiseModel(document, (fraction) => progress('optimise', fraction))
  progress('measure', 0)
  let facts = measureModel(document)
  progress('write', 0)
  let bytes = await writeSmallest(document)
  // Packed better than we do it, or tiny: then nothing of it is changed.
  if (mayStay && model.bytes.length <= bytes.length) {
    bytes = model.bytes
    facts = measureModel(await readModel(model))
  }
  progress('write', 0.5)
  // A work can do without this level: what stops its making is no reason to refuse a model that is fine.
  const light = await makePreviewLevel(bytes, fstatSync(inputFd).size).catch(() => undefined)
  return {
    prepared: {
      web: await store(workDir, 'web.glb', bytes),
      preview: light && (await store(workDir, 'preview.glb', light)),
      report,
      facts: { ...facts, ...(source && { source }), findings },
    } satisfies PreparedModel,
  }
})

async function store(workDir: string, name: string, bytes: Uint8Array): Promise<PreparedFile> {
  const file = path.join(workDir, name)
  await writeFile(file, bytes)
  return { path: file, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
