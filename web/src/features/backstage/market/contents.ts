import type { MarketContents } from '@toile/contracts/market/market'

/** The contents as typed into the form. Formats and texture sizes (in pixels) are separated by commas or spaces. */
export interface ContentsInput {
  formats: string
  triangles: string
  texturesPx: string
}

export const toContentsInput = ({ formats, triangles, texturesPx }: MarketContents): ContentsInput => ({
  formats: formats.join(', '),
  triangles: triangles === null ? '' : String(triangles),
  texturesPx: texturesPx.join(', '),
})

const splitList = (text: string) => text.split(/[\s,，、]+/).filter((part) => part !== '')

/** A size or triangle count that is not a number becomes NaN, which the API refuses with a field error. */
export const contentsOf = ({ formats, triangles, texturesPx }: ContentsInput) => ({
  formats: splitList(formats).map((format) => format.toUpperCase()),
  ...(triangles.trim() !== '' && { triangles: Number(triangles) }),
  texturesPx: splitList(texturesPx).map(Number),
})

/** Whether the server measures the contents of the file. Other files, such as archives, are served unchanged. */
export const isModel = (filename: string) => /\.(glb|gltf|fbx|obj|dae|ply|stl|usdz|zprj|zpac|sproj)$/i.test(filename)
