import { dressSurface, weavePng } from './garments.js'
import { makeUsdc } from './usdc.js'
import { zipOf } from '../files/zips.js'

// This file makes the dress of garments.ts (1.1 m high) in other formats, as the usual exporters of each format do.

type Surface = ReturnType<typeof dressSurface>
const SEGMENTS = 12
export const foreignTriangles = SEGMENTS * SEGMENTS * 2 * 2

const dress = (): Surface => dressSurface(SEGMENTS)
const triples = (list: ArrayLike<number>, size = 3) =>
  Array.from({ length: list.length / size }, (_, at) => Array.from({ length: size }, (_, i) => list[at * size + i]!))
export const grey = () => weavePng(32, 1, (height) => [180 + 60 * height, 180 + 60 * height, 180 + 60 * height])

const zUp = ([x, y, z]: number[]): number[] => [x!, -z!, y!]

/** An .obj in which one unit is `metres` metres long. `materials` is the name of its .mtl. */
export function makeObj({ metres = 1, materials = '' } = {}): Buffer {
  const { positions, normals, uvs, indices } = dress()
  const lines = ['# made by code']
  if (materials) lines.push(`mtllib ${materials}`)
  for (const p of triples(positions)) lines.push(`v ${p.map((value) => (value / metres).toFixed(5)).join(' ')}`)
  for (const uv of triples(uvs, 2)) lines.push(`vt ${uv.join(' ')}`)
  for (const normal of triples(normals)) lines.push(`vn ${normal.join(' ')}`)
  if (materials) lines.push('usemtl Cloth')
  for (const corners of triples(indices)) lines.push(`f ${corners.map((i) => `${i + 1}/${i + 1}/${i + 1}`).join(' ')}`)
  return Buffer.from(lines.join('\n'))
}

/** An .obj, its .mtl and one of the .mtl's two textures. The .mtl gives that texture's path on another machine. */
export async function makeObjZip(): Promise<Buffer> {
  const mtl = 'newmtl Cloth\nKd 1 1 1\nd 1\nmap_Kd C:\\\\Work\\\\Weave.png\nmap_Bump -bm 1 relief.png\n'
  return zipOf({
    'Dress/dress.obj': makeObj({ metres: 0.01, materials: 'dress.mtl' }),
    'Dress/dress.mtl': Buffer.from(mtl),
    'Dress/textures/weave.png': await grey(),
  })
}

function facets() {
  const { positions, indices } = dress()
  const points = triples(positions).map((p) => zUp(p).map((value) => value * 1000))
  return triples(indices).map((corners) => corners.map((i) => points[i]!))
}

/** For 3D printers: z up, in millimetres. Like text files, it starts with "solid", because many exporters write that. */
export function makeBinaryStl(): Buffer {
  const all = facets()
  const file = Buffer.alloc(84 + all.length * 50)
  file.write('solid made by code')
  file.writeUInt32LE(all.length, 80)
  for (const [at, corners] of all.entries())
    for (const [i, value] of corners.flat().entries()) file.writeFloatLE(value, 84 + at * 50 + 12 + i * 4)
  return file
}

export function makeAsciiStl(): Buffer {
  const facet = (corners: number[][]) =>
    `facet normal 0 0 0\n outer loop\n${corners.map((p) => `  vertex ${p.join(' ')}\n`).join('')} endloop\nendfacet\n`
  return Buffer.from(`solid dress\n${facets().map(facet).join('')}endsolid dress\n`)
}

/** A .ply as 3D scanners write it: z up, in metres, with vertex colours. */
export function makePly(kind: 'ascii' | 'binary_little_endian'): Buffer {
  const { positions, indices } = dress()
  const points = triples(positions).map(zUp)
  const faces = triples(indices)
  const header = `ply\nformat ${kind} 1.0\ncomment made by code\nelement vertex ${points.length}
property float x\nproperty float y\nproperty float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue
element face ${faces.length}\nproperty list uchar int vertex_indices\nend_header\n`
  if (kind === 'ascii')
    return Buffer.from(
      header +
        points.map((p) => `${p.join(' ')} 200 40 90\n`).join('') +
        faces.map((f) => `3 ${f.join(' ')}\n`).join(''),
    )
  const body = Buffer.alloc(points.length * 15 + faces.length * 13)
  points.forEach((p, at) => {
    p.forEach((value, i) => body.writeFloatLE(value, at * 15 + i * 4))
    body.set([200, 40, 90], at * 15 + 12)
  })
  faces.forEach((f, at) => {
    const from = points.length * 15 + at * 13
    body[from] = 3
    f.forEach((index, i) => body.writeInt32LE(index, from + 1 + i * 4))
  })
  return Buffer.concat([Buffer.from(header), body])
}

/** A .dae that states its unit (inches) and its up axis (z). */
export function makeDae(nodes = '<node id="Dress"><instance_geometry url="#mesh"/></node>', extra = ''): Buffer {
  const { positions, normals, indices } = dress()
  const inches = triples(positions).flatMap((p) => zUp(p).map((value) => (value / 0.0254).toFixed(4)))
  const source = (id: string, values: (string | number)[]) =>
    `<source id="${id}"><float_array id="${id}-a" count="${values.length}">${values.join(' ')}</float_array>
<technique_common><accessor source="#${id}-a" count="${values.length / 3}" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>`
  return Buffer.from(`<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="inch" meter="0.0254"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="mesh"><mesh>${source('p', inches)}${source('n', triples(normals).flatMap(zUp))}
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="${indices.length / 3}"><input semantic="VERTEX" source="#v" offset="0"/>
<input semantic="NORMAL" source="#n" offset="0"/><p>${[...indices].join(' ')}</p></triangles></mesh></geometry>
</library_geometries>${extra}
<library_visual_scenes><visual_scene id="scene">${nodes}</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene></COLLADA>`)
}

export function makeTexturedDae(): Buffer {
  const effect = `<library_images><image id="i"><init_from>maps/Silk.png</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON>
<newparam sid="s"><surface type="2D"><init_from>i</init_from></surface></newparam>
<newparam sid="t"><sampler2D><source>s</source></sampler2D></newparam>
<technique sid="common"><lambert><diffuse><texture texture="t" texcoord="UV"/></diffuse></lambert></technique>
</profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>`
  const node = `<node id="Dress"><instance_geometry url="#mesh"><bind_material><technique_common>
<instance_material symbol="cloth" target="#m"/></technique_common></bind_material></instance_geometry></node>`
  return Buffer.from(makeDae(node, effect).toString().replace('<triangles ', '<triangles material="cloth" '))
}

export async function makeDaeZip(): Promise<Buffer> {
  return zipOf({
    'dress.dae': makeTexturedDae(),
    'maps/Silk.png': await weavePng(32, 1, (height) => [255 * height, 0, 0]),
  })
}

export const makeUsdcUsdz = () => zipOf({ 'dress.usdc': makeUsdc() }, undefined, false)

/** A text scene in centimetres. The zip is uncompressed, as the format requires, unless `compress` is set. */
export function makeUsdz({ compress = false, files = {} as Record<string, Buffer> } = {}): Promise<Buffer> {
  const { positions, normals, uvs, indices } = dress()
  const corners = triples(uvs, 2).map((uv) => `(${uv.join(', ')})`)
  const [picture] = Object.keys(files)
  const tuples = (list: Float32Array, scale: number) =>
    triples(list)
      .map((p) => `(${p.map((value) => (value * scale).toFixed(4)).join(', ')})`)
      .join(', ')
  const scene = `#usda 1.0
(
    defaultPrim = "Dress"
    metersPerUnit = 0.01
    upAxis = "Y"
)

def Xform "Dress"
{
    def Mesh "Cloth"
    {
        int[] faceVertexCounts = [${Array.from({ length: indices.length / 3 }, () => 3).join(', ')}]
        int[] faceVertexIndices = [${[...indices].join(', ')}]
        point3f[] points = [${tuples(positions, 100)}]
        normal3f[] normals = [${tuples(normals, 1)}] (
            interpolation = "vertex"
        )
        texCoord2f[] primvars:st = [${corners.join(', ')}] (
            interpolation = "vertex"
        )
        rel material:binding = </Dress/Silk>
    }

    def Material "Silk"
    {
        token outputs:surface.connect = </Dress/Silk/Surface.outputs:surface>

        def Shader "Surface"
        {
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor${picture ? '.connect = </Dress/Silk/Picture.outputs:rgb>' : ' = (0.5, 0.5, 0.5)'}
            token outputs:surface
        }

        def Shader "Picture"
        {
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = @${picture ?? ''}@
            float3 outputs:rgb
        }
    }
}
`
  return zipOf({ 'dress.usda': Buffer.from(scene), ...files }, undefined, compress)
}
