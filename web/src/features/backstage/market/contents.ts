import type { MarketContents } from '@toile/contracts/market/market'

/** Contents as typed: formats and sizes separated by commas. */
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

/** Converts for the API, which refuses what is no number with an error at the field. */
export const contentsOf = ({ formats, triangles, texturesPx }: ContentsInput) => ({
  formats: splitList(formats).map((format) => format.toUpperCase()),
  ...(triangles.trim() !== '' && { triangles: Number(triangles) }),
  texturesPx: splitList(texturesPx).map(Number),
})

/** Models, whose contents the server measures; an archive may hold anything and is served as it is. */
export const isModel = (filename: string) => /\.(glb|gltf|fbx|obj|dae|ply|stl|usdz|zprj|zpac|sproj)$/i.test(filename)
