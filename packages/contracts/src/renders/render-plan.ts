import type { Camera, Appearance, Tile } from '../models/appearance.constants.js'
import {
  MAX_TILE_SIDE_PX,
  SCOUT_ABOVE_SECONDS,
  SCOUT_SIDE_PX,
  type RenderEngine,
  type RenderStatus,
  type RenderType,
} from './renders.constants.js'

/** Together with the model's bytes, these settings are the key of the render cache (`renderCacheKey`). */
export interface RenderSettings {
  type: RenderType
  engine: RenderEngine
  width: number
  height: number
  /** Samples per pixel. The engine `preview` always takes 1. */
  samples: number
  cameras: Camera[]
  look: Appearance
}

/** The smallest unit that is drawn and stored: a picture, a tile of a picture, or some of the samples of either. */
export interface Piece {
  name: string
  picture: number
  width: number
  height: number
  tile: Tile | null
  samples: { from: number; to: number } | null
}

/** The pieces that one job draws. Where possible, they take 5 s or more, because each job has to open the model. */
interface Chunk {
  pieces: Piece[]
  estimatedSeconds: number
}

export interface RenderPlan {
  /** A small draft of the first picture. Only a long render, or a render that waits for approval, has a scout. */
  scout: Chunk | null
  chunks: Chunk[]
  estimatedSeconds: number
}

const CHUNK_SECONDS = 5
const MAX_SAMPLE_RANGES = 8

/** Rough estimate for one worker without a GPU, measured on two cores with garments of 18,000 to 115,000 triangles. */
function secondsPerSample(engine: RenderEngine, megapixels: number, triangles: number): number {
  if (engine === 'cycles') return 0.02 + 0.4 * megapixels
  return 0.03 + 0.09 * megapixels + 4e-6 * triangles
}

export function planRender(settings: RenderSettings, triangles: number, { scoutFirst = false } = {}): RenderPlan {
  const pieces = settings.cameras.flatMap((_, picture) => piecesOf(settings, picture, triangles))
  const secondsOf = (piece: Piece) => {
    const { width, height } = piece.tile ?? piece
    const samples = piece.samples ? piece.samples.to - piece.samples.from : 1
    return samples * secondsPerSample(settings.engine, (width * height) / 1e6, triangles)
  }
  const chunks = inChunks(pieces, secondsOf)
  const estimatedSeconds = chunks.reduce((sum, chunk) => sum + chunk.estimatedSeconds, 0)
  const scout = scoutFirst || estimatedSeconds > SCOUT_ABOVE_SECONDS ? scoutOf(settings, triangles) : null
  return { scout, chunks, estimatedSeconds }
}

function piecesOf({ engine, width, height, samples }: RenderSettings, picture: number, triangles: number): Piece[] {
  return tilesOf(width, height).flatMap((tile, tileNumber) => {
    const size = tile ?? { width, height }
    const total = samples * secondsPerSample(engine, (size.width * size.height) / 1e6, triangles)
    // Only the samples of `studio` are split into ranges. Blender would repeat the setup for each range, and its
    // adaptive sampling needs all samples of a picture in one run.
    const ranges = engine === 'studio' ? clamp(Math.floor(total / CHUNK_SECONDS), 1, MAX_SAMPLE_RANGES) : 1
    return Array.from({ length: Math.min(ranges, samples) }, (_, range): Piece => {
      const from = Math.floor((range * samples) / ranges)
      const to = Math.floor(((range + 1) * samples) / ranges)
      const name = [`p${picture}`, ...(tile ? [`t${tileNumber}`] : []), ...(ranges > 1 ? [`s${from}`] : [])].join('-')
      return { name, picture, width, height, tile, samples: engine === 'preview' ? null : { from, to } }
    })
  })
}

function tilesOf(width: number, height: number): (Tile | null)[] {
  const columns = Math.ceil(width / MAX_TILE_SIDE_PX)
  const rows = Math.ceil(height / MAX_TILE_SIDE_PX)
  if (columns * rows === 1) return [null]
  const edges = (count: number, whole: number) =>
    Array.from({ length: count + 1 }, (_, i) => Math.round((i * whole) / count))
  const [xs, ys] = [edges(columns, width), edges(rows, height)]
  return Array.from({ length: rows * columns }, (_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    const [x, y] = [xs[column]!, ys[row]!]
    return { x, y, width: xs[column + 1]! - x, height: ys[row + 1]! - y }
  })
}

/** Splits the pieces, in order, into chunks of similar work. Several chunks take `CHUNK_SECONDS` or more on average. */
function inChunks(pieces: Piece[], secondsOf: (piece: Piece) => number): Chunk[] {
  const total = pieces.reduce((sum, piece) => sum + secondsOf(piece), 0)
  const count = clamp(Math.floor(total / CHUNK_SECONDS), 1, pieces.length)
  const chunks: Chunk[] = Array.from({ length: count }, () => ({ pieces: [], estimatedSeconds: 0 }))
  let before = 0
  for (const piece of pieces) {
    const seconds = secondsOf(piece)
    // A piece goes into the chunk that contains the middle of its work. A large piece can leave chunks beside it empty.
    // Empty chunks are dropped below.
    const chunk = chunks[Math.min(count - 1, Math.floor(((before + seconds / 2) / total) * count))]!
    chunk.pieces.push(piece)
    chunk.estimatedSeconds += seconds
    before += seconds
  }
  return chunks.filter(({ pieces: [first] }) => first)
}

export const SCOUT = 'scout'

function scoutOf({ engine, width, height, samples }: RenderSettings, triangles: number): Chunk {
  const scale = Math.min(1, SCOUT_SIDE_PX / Math.max(width, height))
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const few = Math.min(samples, engine === 'preview' ? 1 : 4)
  const piece: Piece = {
    name: SCOUT,
    picture: 0,
    ...size,
    tile: null,
    samples: engine === 'preview' ? null : { from: 0, to: few },
  }
  const estimatedSeconds = few * secondsPerSample(engine, (size.width * size.height) / 1e6, triangles)
  return { pieces: [piece], estimatedSeconds }
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** Progress of the whole render, 0 to 1. @param done the drawn share of all pieces, 0 to 1 */
export function progressOf(status: RenderStatus, done: number): number {
  if (status === 'queued') return 0
  if (status === 'finished') return 1
  if (status === 'encoding') return 0.95
  return 0.02 + 0.92 * done
}
