import type { Document } from '@gltf-transform/core'
import type { ModelCorrection, ModelFacts, ModelReport, ModelSource } from '@toile/contracts/models/models'
import { MAX_MISSING_TEXTURES } from '@toile/contracts/models/models.constants'
import { InputFailure } from '@toile/contracts/failures'
import { makeArLevel } from './ar-level.js'
import { correctDocument, placementChange } from './correct.js'
import { findingsOf, findingsOfOrigin } from '../report/findings.js'
import { MAX_ACCESSORS_FOR_LEVELS, MAX_NODES_FOR_LEVELS, WEB_TEXTURE_PX } from '../limits.js'
import { measureModel } from '../report/measure.js'
import type { ModelArchive } from '../open.js'
import { canPack, optimiseModel, readModel, writeSmallest } from './optimise.js'
import { damaged, type ModelPackage, type TextureNotes } from '../package.js'
import { makePreviewLevel } from './preview-level.js'
import { sizeOf } from '../report/size.js'
import { validateModel } from '../report/validate.js'
import { isVrm, isVrmFromBehind } from '../vrm.js'
import { GLOSS } from '../gloss.js'
import { listOf } from '../json.js'

export interface LevelsOptions {
  source: ModelSource | undefined
  correction?: ModelCorrection | undefined
  archive?: ModelArchive | undefined
  textures?: TextureNotes
  isOneFile: boolean
  originalBytes: number
  /** `step` is validate, optimise, measure and write, in this order. `fraction` is 0 to 1 within a step. */
  progress(step: string, fraction: number): void
}

export interface ModelLevels {
  /** The smallest of the original (if it may stay unchanged), the optimised model, and the packed optimised model. */
  web: Uint8Array
  preview: Uint8Array | undefined
  ar: Uint8Array | undefined
  report: ModelReport
  facts: ModelFacts
}

/** @throws InputFailure: others become MODEL_DAMAGED if validation fails or finds errors, else PREPARATION_FAULT */
export async function makeLevels(model: ModelPackage, options: LevelsOptions): Promise<ModelLevels> {
  options.progress('validate', 0)
  const report = await validateModel(model).catch((error: unknown) => {
    throw new InputFailure('MODEL_DAMAGED', { detail: 'the validator stopped' }, { cause: error })
  })
  try {
    return await make(model, report, options)
  } catch (error) {
    if (error instanceof InputFailure) throw error
    if (report.errors === 0) throw new InputFailure('PREPARATION_FAULT', {}, { cause: error })
    throw damaged(`the reader stopped (${error instanceof Error ? error.name : 'error'})`)
  }
}

async function make(model: ModelPackage, report: ModelReport, options: LevelsOptions): Promise<ModelLevels> {
  const { correction = {}, archive, textures = model.textures, isOneFile, originalBytes, progress } = options
  progress('optimise', 0)
  const document = await readModel(model)
  const isCorrected = correction.metresPerUnit !== undefined || correction.upAxis !== undefined
  const found = options.source ?? (archive || isCorrected ? asItIs(model, document, textures) : undefined)
  const source = found && correctedSource(found, correction)
  if (found && source && isCorrected) correctDocument(document, placementChange(found, source))
  const findings = findingsOf(document, source)
  if (isVrm(model.json)) findings.push({ code: 'avatarStandsStill', params: {} })
  const mayStay = isOneFile && !source && canStayAsItCame(model, report, document)
  const lost = await optimiseModel(document, (fraction) => progress('optimise', fraction))
  const notes = { ...textures, unreadable: [...textures.unreadable, ...lost] }
  findings.unshift(...findingsOfOrigin({ source, archive, textures: notes }))
  progress('measure', 0)
  let facts = measureModel(document)
  progress('write', 0)
  let web = await writeSmallest(document)
  // An original that may stay becomes the web version, unchanged, if it is no larger than the GLB that we wrote.
  if (mayStay && model.bytes.length <= web.length) {
    web = model.bytes
    facts = measureModel(await readModel(model))
  }
  progress('write', 0.5)
  const levels = isManyParts(document) ? {} : await makeOtherLevels(web, originalBytes)
  return {
    web,
    preview: undefined,
    ar: undefined,
    ...levels,
    report,
    facts: {
      ...facts,
      ...(source && { source: { ...source, ...archiveOf(archive) } }),
      findings,
    },
  }
}

function asItIs(model: ModelPackage, document: Document, { missing }: TextureNotes): ModelSource {
  const root = document.getRoot()
  const scene = root.getDefaultScene() ?? root.listScenes()[0]
  const { min, max } = scene ? sizeOf(scene) : { min: [0], max: [0] }
  return {
    ...{ format: model.binary ? 'glb' : 'gltf', metresPerUnit: 1, unitFrom: 'file', upAxis: 'y', upFrom: 'file' },
    longestSide: Math.max(0, ...max.map((high, axis) => high - min[axis]!)),
    missingTextures: missing.slice(0, MAX_MISSING_TEXTURES),
    largestTexturePx: Math.max(0, ...root.listTextures().flatMap((texture) => texture.getSize() ?? [])),
    normalsMade: false,
  }
}

const correctedSource = (source: ModelSource, { metresPerUnit, upAxis }: ModelCorrection): ModelSource => ({
  ...source,
  ...(metresPerUnit !== undefined && { metresPerUnit, unitFrom: 'creator' }),
  ...(upAxis !== undefined && { upAxis, upFrom: 'creator' }),
})

const archiveOf = (archive: ModelArchive | undefined) =>
  archive && { model: archive.model, otherModels: archive.otherModels, leftAside: archive.leftAside }

/** These levels are optional, so their failure must not fail a valid model. */
const makeOtherLevels = async (web: Uint8Array, originalBytes: number) => ({
  preview: await makePreviewLevel(web, originalBytes).catch(() => undefined),
  ar: await makeArLevel(web).catch(() => undefined),
})

function isManyParts(document: Document): boolean {
  const root = document.getRoot()
  return (
    !canPack(document) ||
    root.listAccessors().length > MAX_ACCESSORS_FOR_LEVELS ||
    root.listNodes().length > MAX_NODES_FOR_LEVELS
  )
}

/** Extensions that we remove or convert, because not all our viewers read them. `VRM` is here for another reason. */
const changed = new Set([
  GLOSS,
  'EXT_texture_avif',
  'KHR_draco_mesh_compression',
  'KHR_node_visibility',
  'KHR_texture_basisu',
])

/** Whether a .glb may stay unchanged: it is valid and self-contained, and optimising would only make it smaller. */
function canStayAsItCame({ json, pictures }: ModelPackage, report: ModelReport, document: Document): boolean {
  const parts = [...listOf(json, 'buffers'), ...listOf(json, 'images')]
  const used = Array.isArray(json.extensionsUsed) ? json.extensionsUsed : []
  return (
    report.errors === 0 &&
    pictures.size === 0 &&
    // Without a default scene, readers differ in which of several scenes they show.
    (json.scene !== undefined || listOf(json, 'scenes').length === 1) &&
    !used.some((name) => changed.has(String(name))) &&
    // Models of VRM 0 are turned around.
    !isVrmFromBehind(json) &&
    parts.every(({ uri }) => uri === undefined) &&
    !isSkinnedInPart(json) &&
    document
      .getRoot()
      .listTextures()
      .every((texture) => Math.max(...(texture.getSize() ?? [Infinity])) <= WEB_TEXTURE_PX)
  )
}

function isSkinnedInPart(json: ModelPackage['json']): boolean {
  const nodes = listOf(json, 'nodes').filter(({ mesh }) => mesh !== undefined)
  const skinned = new Set(nodes.flatMap(({ mesh, skin }) => (skin === undefined ? [] : [mesh])))
  return nodes.some(({ mesh, skin }) => skin === undefined && skinned.has(mesh))
}
