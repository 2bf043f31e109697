import type { MarketContents } from '@toile/contracts/market/market'

/** What is in a file, as one types it: formats and sizes parted by commas. */
export interface Told {
  formats: string
  triangles: string
  texturesPx: string
}

export const toldOf = ({ formats, triangles, texturesPx }: MarketContents): Told => ({
  formats: formats.join(', '),
  triangles: triangles === null ? '' : String(triangles),
  texturesPx: texturesPx.join(', '),
})

const parts = (text: string) => text.split(/[\s,，、]+/).filter((part) => part !== '')

/** As the API takes it. What is no number is left to the API to refuse: it says so at the field. */
export const contentsOf = ({ formats, triangles, texturesPx }: Told) => ({
  formats: parts(formats).map((format) => format.toUpperCase()),
  ...(triangles.trim() !== '' && { triangles: Number(triangles) }),
  texturesPx: parts(texturesPx).map(Number),
})

/** Models, whose contents are measured; an archive may hold anything and is given out as it is. */
export const isModel = (filename: string) => /\.(glb|gltf|fbx|obj|dae|ply|stl|usdz|zprj|zpac|sproj)$/i.test(filename)
