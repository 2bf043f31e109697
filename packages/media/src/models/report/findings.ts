import type { Document, Material } from '@gltf-transform/core'
import { getGLPrimitiveCount } from '@gltf-transform/functions'
import type { ModelFinding, ModelSource } from '@toile/contracts/models/models'
import type { FindingCode } from '@toile/contracts/models/models.constants'
import { sizeOf } from './size.js'
import { glossMaterials, isGloss } from '../gloss.js'
import { WEB_TEXTURE_PX } from '../limits.js'
import { facingOf } from './normals.js'
import type { ModelArchive } from '../open.js'
import type { TextureNotes } from '../package.js'

/** Amounts that today's phones draw smoothly, together with the rest of the page. */
const WEB_TRIANGLES = 200_000
const WEB_PARTS = 60
const HUGE_TEXTURE_PX = 4096
/** A smaller model may have the wrong unit, so a finding asks its creator, even if it is a ring of its true size. */
const MIN_METRES = 0.08
const MIN_GARMENT_METRES = 0.2
/** Centimetre, metre, millimetre, inch and foot, in metres. */
const usualUnits = [0.01, 1, 0.001, 0.0254, 0.3048]
/** Metres per unit of a glTF model whose exporter divided centimetres by 100 twice. */
const TWICE_SCALED = 100
const MAX_METRES = 3
/** A finding lists at most this many names. Further names are only counted. */
const NAMES_TOLD = 5
const FLIPPED_SHARE = 0.05
/** Pockets, collars and linings face inwards too, so only a share far above half means inside out. */
const INSIDE_OUT_SHARE = 0.85

interface Origin {
  source?: ModelSource | undefined
  archive?: ModelArchive | undefined
  textures: TextureNotes
}

export function findingsOfOrigin({ source, archive, textures }: Origin): ModelFinding[] {
  const findings: ModelFinding[] = []
  const find: Find = (code, params = {}) => findings.push({ code, params })
  if (source) tellOfSource(source, find)
  if (archive) tellOfArchive(archive, find)
  tellOfPictures({ ...textures, missing: source?.missingTextures ?? textures.missing }, find)
  return findings
}

export function findingsOf(document: Document, source?: ModelSource): ModelFinding[] {
  const findings: ModelFinding[] = []
  const find: Find = (code, params = {}) => findings.push({ code, params })
  const root = document.getRoot()
  const scene = root.getDefaultScene() ?? root.listScenes()[0]
  if (!scene) return findings

  const { min, max } = sizeOf(scene)
  const longest = Math.max(...max.map((high, axis) => high - min[axis]!))
  // A unit that the creator set is not questioned, and a unit guessed from the size always fits.
  if ((source?.unitFrom ?? 'file') === 'file' && (longest > MAX_METRES || longest < MIN_METRES)) {
    const sizeCm = Math.round(longest * 1000) / 10
    const meant = meantUnit(longest, source)
    if (meant === undefined) find(longest > MAX_METRES ? 'unusuallyLarge' : 'unusuallySmall', { sizeCm })
    else find('wrongScale', { sizeCm, ...meant })
  }
  tellOfParts(document, find)
  const { flipped, inwards } = facingOf(scene)
  if (flipped > FLIPPED_SHARE) find('normalsFlipped', { percent: Math.round(flipped * 100) })
  else if (inwards > INSIDE_OUT_SHARE) find('insideOut')
  tellOfTextures(document, source, find)
  const gloss = glossMaterials(document).length
  if (gloss > 0) find('glossConverted', { count: gloss })
  const metals = root.listMaterials().filter(isBareMetal)
  if (metals.length > 0) find('metalLook', { name: metals[0]!.getName() || '1', count: metals.length })
  return findings
}

type Find = (code: FindingCode, params?: ModelFinding['params']) => unknown

const namesOf = (names: string[]) => names.slice(0, NAMES_TOLD).join(', ')

function meantUnit(longest: number, source: ModelSource | undefined) {
  const { format = 'glb', metresPerUnit = 1 } = source ?? {}
  const units = isGltf(format) ? [...usualUnits, TWICE_SCALED] : usualUnits
  const unit = units.find((unit) => {
    const metres = (longest * unit) / metresPerUnit
    return metres >= MIN_GARMENT_METRES && metres <= MAX_METRES
  })
  return unit && { likelyCm: Math.round(((longest * unit) / metresPerUnit) * 100), metresPerUnit: unit }
}

const isGltf = (format: string) => format === 'glb' || format === 'gltf'

const unitFindings = { file: 'unitFromFile', size: 'unitFromSize', creator: 'unitCorrected' } as const

function tellOfSource(source: ModelSource, find: Find) {
  const isConverted = !isGltf(source.format)
  if (isConverted) find('converted', { format: source.format.toUpperCase() })
  if (source.format === 'usdz') find('betaFormat', { format: 'USDZ' })
  if (isConverted || source.unitFrom === 'creator')
    find(unitFindings[source.unitFrom], {
      length: Number(source.longestSide.toPrecision(4)),
      centimetres: Number((source.longestSide * source.metresPerUnit * 100).toPrecision(4)),
    })
  if (source.upAxis !== 'y') find('turnedUpright', { axis: source.upAxis.toUpperCase() })
  if (source.normalsMade) find('normalsMade')
  if (source.lostAnimations) find('animationsLost')
  if (source.lostOpacity) find('opacityMapLost')
  if (source.lostBump) find('bumpMapLost')
}

function tellOfPictures({ missing, unreadable, substituted }: TextureNotes, find: Find) {
  if (substituted.length > 0) {
    const pairs = substituted.map(({ named, used }) => `${named} → ${used}`)
    find('texturesSubstituted', { names: namesOf(pairs), count: pairs.length })
  }
  if (missing.length > 0) find('texturesMissing', { names: namesOf(missing), count: missing.length })
  if (unreadable.length > 0) find('texturesUnreadable', { names: namesOf(unreadable), count: unreadable.length })
}

function tellOfArchive({ model, otherModels, leftAside, leftAsideCount }: ModelArchive, find: Find) {
  if (otherModels.length > 0)
    find('otherModels', { name: model, names: namesOf(otherModels), count: otherModels.length })
  if (leftAsideCount > 0) find('filesLeftAside', { names: namesOf(leftAside), count: leftAsideCount })
}

function tellOfParts(document: Document, find: Find) {
  const parts = document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
  const triangles = parts.reduce((sum, part) => sum + getGLPrimitiveCount(part), 0)
  if (triangles > WEB_TRIANGLES) find('tooManyTriangles', { triangles, goal: WEB_TRIANGLES })
  if (parts.length > WEB_PARTS) find('tooManyParts', { parts: parts.length, goal: WEB_PARTS })
  const withoutUvs = parts.filter((part) => !part.getAttribute('TEXCOORD_0')).length
  if (withoutUvs > 0) find('noUvs', { parts: withoutUvs, all: parts.length })
}

function tellOfTextures(document: Document, source: ModelSource | undefined, find: Find) {
  const sides = document
    .getRoot()
    .listTextures()
    .map((texture) => ({ name: texture.getName() || texture.getURI(), px: Math.max(...(texture.getSize() ?? [0])) }))
  const shrunk = sides.filter(({ px }) => px > WEB_TEXTURE_PX).length
  if (shrunk > 0) find('texturesShrunk', { count: shrunk, px: WEB_TEXTURE_PX })
  // The converter may have shrunk the largest texture, so the size that it reports counts too.
  const largest = Math.max(source?.largestTexturePx ?? 0, ...sides.map(({ px }) => px))
  if (largest > HUGE_TEXTURE_PX)
    find('textureHuge', { px: largest, megabytes: Math.round((largest ** 2 * 16) / 3 / 2 ** 20) })
}

/** glTF defaults to metal, so exporters that omit the factor turn all cloth into metal. */
const isBareMetal = (material: Material) =>
  !isGloss(material) &&
  material.getMetallicFactor() > 0.9 &&
  material.getRoughnessFactor() > 0.7 &&
  !material.getMetallicRoughnessTexture()
