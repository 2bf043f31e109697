import type { MarketContents } from '@toile/contracts/market/market'

/** What is in a file, as one types it: formats and sizes parted by commas. */
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

/** As the API takes it. What is no number is left to the API to refuse: it says so at the field. */
export const contentsOf = ({ formats, triangles, texturesPx }: ContentsInput) => ({
  formats: splitList(formats).map((format) => format.toUpperCase()),
  ...(triangles.trim() !== '' && { triangles: Number(triangles) }),
  texturesPx: splitList(texturesPx).map(Number),
})

/** Models, whose contents are measured; an archive may hold anything and is given out as it is. */
export const isModel = (filename: string) => /\.(glb|gltf|fbx|obj|dae|ply|stl|usdz|zprj|zpac|sproj)$/i.test(filename)
