import type { MarketInput } from '@toile/contracts/market/market'
import { invalidInput } from '@toile/contracts/errors'
import type { OfferedFile } from '@toile/db/market/market'
import type { Storage } from '@toile/storage/storage'
import { namesInZip } from './zip-names.js'

interface Contents {
  formats: string[]
  triangles: number | null
  textures_px: number[]
}

/** A model's contents list the sizes of its largest textures, at most this many. */
const MAX_TEXTURES = 100

/**
 * The measured contents of a model, or the declared contents of another file. Without declared formats, the format of
 * that file is used. @throws 422 if neither the file nor any file in its ZIP has the extension of a declared format
 */
export async function contentsOfFile(
  storage: Storage,
  file: OfferedFile,
  declared: MarketInput['contents'],
): Promise<Contents> {
  if (file.facts)
    return {
      formats: [file.facts.source?.format ?? endingOf(file.filename)].map((format) => format.toUpperCase()),
      triangles: file.facts.triangles,
      textures_px: file.facts.textures
        .map(({ widthPx, heightPx }) => Math.max(widthPx, heightPx))
        .sort((one, other) => other - one)
        .slice(0, MAX_TEXTURES),
    }
  const own = file.proprietaryFormat ?? endingOf(file.filename)
  const names = own === 'zip' ? await namesInZip(storage, file) : []
  const there = new Set([own, ...names.map(endingOf)].map((ending) => ending.toUpperCase()))
  const formats = [...new Set(declared?.formats ?? [own.toUpperCase()])]
  const missing = formats.find((format) => !there.has(format))
  if (missing !== undefined) throw invalidInput({ contents: [{ code: 'FIELD_CONTENTS', params: { format: missing } }] })
  return {
    formats,
    triangles: declared?.triangles ?? null,
    textures_px: [...(declared?.texturesPx ?? [])].sort((one, other) => other - one),
  }
}

function endingOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}
