import type { FbxRecord, FbxValue } from './fbx.js'
import { fbxOf } from './fbx.js'
import { asciiFbxOf } from './fbx-text.js'
import { dressSurface } from './garments.js'

const TICKS_PER_SECOND = 46_186_158_000
const property = (name: string, type: string, ...values: FbxValue[]): FbxRecord => ({
  name: 'P',
  values: [name, type, '', 'A', ...values],
})
const object = (name: string, id: number, label: string, kind: string, inside: FbxRecord[] = []): FbxRecord => ({
  name,
  values: [{ long: id }, label, kind],
  inside,
})

interface FbxOptions {
  /** The unit that the file states, in centimetres. The points are always those of a dress in centimetres. */
  centimetres?: number
  embedded?: Buffer
  program?: string
  /** Name of the material property that the texture is linked to. */
  link?: string
  /** Removes the values of the normals, and adds vertex colours without their index. */
  hasPoorLayers?: boolean
  /** Adds a blend shape that moves the hem 20 cm further out on each side. The clip blends the shape in and out. */
  hasShape?: boolean
}

/** Options for a dress bound to joints. Without `liftCentimetres`, it renders like the dress without joints. */
export interface FbxRig {
  armatureScale?: number
  isArmatureTurned?: boolean
  /** Scale of the mesh's node. It is 100 for exporters that keep points in metres. */
  meshScale?: number
  /** Raises the upper joint after binding. The neck follows fully, and the hem does not move. */
  liftCentimetres?: number
  /** Makes the mesh a child of the armature, which is then the only top-level node. */
  isAlone?: boolean
  /** Moves the mesh's node sideways after binding. */
  movedCentimetres?: number
}

export const makeFbx = (options: FbxOptions = {}): Buffer => fbxOf(dressRecords(options))

export const makeAsciiFbx = (options: FbxOptions = {}): Buffer => asciiFbxOf(dressRecords(options))

export const makeRiggedFbx = (rig: FbxRig = {}): Buffer => fbxOf(riggedRecords(rig))

export const makeAsciiRiggedFbx = (rig: FbxRig = {}): Buffer => asciiFbxOf(riggedRecords(rig))

/**
 * The dress in centimetres with z up, on two joints of an armature and without textures, as Blender and Maya write it.
 * Object ids: 1 geometry, 2 mesh, 3 armature, 4 and 5 joints, 6 skin, 7 and 8 clusters.
 */
function riggedRecords(rig: FbxRig): FbxRecord[] {
  const { armatureScale = 1, isArmatureTurned = false, meshScale = 1, liftCentimetres = 0 } = rig
  const { isAlone = false, movedCentimetres = 0 } = rig
  const { positions, indices } = dressSurface(12)
  const count = positions.length / 3
  const points = Array.from({ length: count }, (_, i) => {
    const [x, y, z] = positions.subarray(i * 3)
    return [x!, -z!, y!].map((metres) => (metres * 100) / meshScale)
  }).flat()
  const placed = (translation: number[], rotation: number, scale: number): FbxRecord => ({
    name: 'Properties70',
    inside: [
      property('Lcl Translation', 'Lcl Translation', ...translation),
      property('Lcl Rotation', 'Lcl Rotation', rotation, 0, 0),
      property('Lcl Scaling', 'Lcl Scaling', scale, scale, scale),
    ],
  })
  const up = (height: number) =>
    [0, isArmatureTurned ? height : 0, isArmatureTurned ? 0 : height].map((centimetres) => centimetres / armatureScale)
  const [hem, waist] = [10, 70]
  const cluster = (id: number, height: number, weights: number[]) => {
    const s = armatureScale
    const link = isArmatureTurned ? [s, 0, 0, 0, 0, 0, s, 0, 0, -s, 0, 0] : [s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0]
    const m = meshScale / armatureScale
    const bound = isArmatureTurned ? [m, 0, 0, 0, 0, 0, -m, 0, 0, m, 0, 0] : [m, 0, 0, 0, 0, m, 0, 0, 0, 0, m, 0]
    return object('Deformer', id, 'Cluster\0\x01SubDeformer', 'Cluster', [
      { name: 'Indexes', values: [{ ints: Array.from({ length: count }, (_, i) => i) }] },
      { name: 'Weights', values: [{ doubles: weights }] },
      { name: 'Transform', values: [{ doubles: [...bound, ...up(-height), 1] }] },
      { name: 'TransformLink', values: [{ doubles: [...link, 0, 0, height, 1] }] },
    ])
  }
  const heights = Array.from({ length: count }, (_, i) => Math.min(1, positions[i * 3 + 1]! / 1.1))
  const objects = [
    object('Geometry', 1, 'Dress\0\x01Geometry', 'Mesh', [
      { name: 'Vertices', values: [{ doubles: points }] },
      { name: 'PolygonVertexIndex', values: [{ ints: Array.from(indices, (v, i) => (i % 3 === 2 ? -v - 1 : v)) }] },
    ]),
    object('Model', 2, 'Dress\0\x01Model', 'Mesh', [
      isAlone
        ? placed([movedCentimetres / armatureScale, 0, 0], isArmatureTurned ? -90 : 0, meshScale / armatureScale)
        : placed([movedCentimetres, 0, 0], 0, meshScale),
    ]),
    object('Model', 3, 'Armature\0\x01Model', 'Null', [placed([0, 0, 0], isArmatureTurned ? 90 : 0, armatureScale)]),
    object('Model', 4, 'Hem\0\x01Model', 'LimbNode', [placed(up(hem), 0, 1)]),
    object('Model', 5, 'Waist\0\x01Model', 'LimbNode', [placed(up(waist - hem + liftCentimetres), 0, 1)]),
    object('Deformer', 6, 'Skin\0\x01Deformer', 'Skin'),
    cluster(
      7,
      hem,
      heights.map((height) => 1 - height),
    ),
    cluster(8, waist, heights),
  ]
  const links: Link[] = [
    [2, isAlone ? 3 : 0],
    [3, 0],
    [4, 3],
    [5, 4],
    [1, 2],
    [6, 1],
    [7, 6],
    [8, 6],
    [4, 7],
    [5, 8],
  ]
  return fileRecords(1, objects, links)
}

/**
 * The dress in centimetres with z up, on a bone that swings for a second. Unless `embedded` holds the texture, the file
 * only names the texture's path on another machine. Object ids: 1 geometry, 2 mesh, 3 material, 4 bone, 5 skin,
 * 6 cluster, 7 to 10 animation, 11 and 12 texture, 13 to 17 blend shape.
 */
function dressRecords({
  centimetres = 1,
  embedded,
  program,
  link = 'DiffuseColor',
  hasPoorLayers,
  hasShape,
}: FbxOptions): FbxRecord[] {
  const { positions, normals, uvs, indices } = dressSurface(12)
  const points = Array.from(positions, (_, i) => {
    const at = i - (i % 3)
    return [positions[at]!, -positions[at + 2]!, positions[at + 1]!][i % 3]! * 100
  })
  const turned = Array.from(normals, (_, i) => {
    const at = i - (i % 3)
    return [normals[at]!, -normals[at + 2]!, normals[at + 1]!][i % 3]!
  })
  const count = positions.length / 3
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
  const layer = (name: string, key: string, values: number[]): FbxRecord => ({
    name,
    values: [0],
    inside: [
      { name: 'MappingInformationType', values: ['ByVertice'] },
      { name: 'ReferenceInformationType', values: ['Direct'] },
      { name: key, values: [{ doubles: values }] },
    ],
  })
  const normal = layer('LayerElementNormal', 'Normals', turned)
  const green = layer('LayerElementColor', 'Colors', Array.from({ length: count }, () => [0, 1, 0, 1]).flat())
  if (hasPoorLayers) {
    normal.inside!.pop()
    green.inside![1] = { name: 'ReferenceInformationType', values: ['IndexToDirect'] }
  }
  const geometry = object('Geometry', 1, 'Dress\0\x01Geometry', 'Mesh', [
    { name: 'Vertices', values: [{ doubles: points }] },
    // FBX stores the last corner of each face as its bitwise complement.
    { name: 'PolygonVertexIndex', values: [{ ints: Array.from(indices, (v, i) => (i % 3 === 2 ? -v - 1 : v)) }] },
    normal,
    layer('LayerElementUV', 'UV', [...uvs]),
    ...(hasPoorLayers ? [green] : []),
  ])
  const cluster = object('Deformer', 6, 'Cluster\0\x01SubDeformer', 'Cluster', [
    { name: 'Indexes', values: [{ ints: Array.from({ length: count }, (_, i) => i) }] },
    { name: 'Weights', values: [{ doubles: Array.from({ length: count }, () => 1) }] },
    { name: 'Transform', values: [{ doubles: identity }] },
    { name: 'TransformLink', values: [{ doubles: identity }] },
  ])
  const curve = object('AnimationCurve', 10, 'Swing\0\x01AnimCurve', '', [
    { name: 'KeyTime', values: [{ longs: [0, TICKS_PER_SECOND / 2, TICKS_PER_SECOND] }] },
    { name: 'KeyValueFloat', values: [{ doubles: [0, 10, 0] }] },
  ])
  const bone: FbxRecord[] = [
    { name: 'Properties70', inside: [property('Lcl Translation', 'Lcl Translation', 0.5, 0.5, 0.5)] },
  ]
  const file = [
    { name: 'RelativeFilename', values: ['..\\Textures\\Silk.png'] },
    { name: 'FileName', values: ['D:\\Silk.png'] },
  ]
  const content = embedded ? [{ name: 'Content', values: [{ raw: embedded }] }] : []
  const hem = Array.from({ length: count }, (_, i) => i).filter((i) => points[i * 3 + 2]! < 1)
  const shape = [
    object('Deformer', 13, 'Shapes\0\x01Deformer', 'BlendShape'),
    object('Deformer', 14, 'Wide\0\x01SubDeformer', 'BlendShapeChannel', [
      { name: 'DeformPercent', values: [0] },
      { name: 'FullWeights', values: [{ doubles: [100] }] },
    ]),
    object('Geometry', 15, 'Wide\0\x01Geometry', 'Shape', [
      { name: 'Indexes', values: [{ ints: hem }] },
      { name: 'Vertices', values: [{ doubles: hem.flatMap((i) => [Math.sign(points[i * 3]!) * 20, 0, 0]) }] },
    ]),
    object('AnimationCurveNode', 16, 'DeformPercent\0\x01AnimCurveNode', '', [
      { name: 'Properties70', inside: [property('d|DeformPercent', 'Number', 0)] },
    ]),
    object('AnimationCurve', 17, 'Wide\0\x01AnimCurve', '', [
      { name: 'KeyTime', values: [{ longs: [0, TICKS_PER_SECOND / 2, TICKS_PER_SECOND] }] },
      { name: 'KeyValueFloat', values: [{ doubles: [0, 100, 0] }] },
    ]),
  ]
  const shapeLinks: Link[] = [
    [13, 1],
    [14, 13],
    [15, 14],
    [16, 8],
    [16, 14, 'DeformPercent'],
    [17, 16, 'd|DeformPercent'],
  ]
  const objects = [
    geometry,
    object('Model', 2, 'Dress\0\x01Model', 'Mesh'),
    object('Material', 3, 'Silk\0\x01Material', '', [{ name: 'ShadingModel', values: ['phong'] }]),
    object('Model', 4, 'Waist\0\x01Model', 'LimbNode', bone),
    object('Deformer', 5, 'Skin\0\x01Deformer', 'Skin'),
    cluster,
    object('AnimationStack', 7, 'Swing\0\x01AnimStack', ''),
    object('AnimationLayer', 8, 'Base\0\x01AnimLayer', ''),
    object('AnimationCurveNode', 9, 'R\0\x01AnimCurveNode', ''),
    curve,
    object('Texture', 11, 'Silk\0\x01Texture', '', file),
    object('Video', 12, 'Silk\0\x01Video', 'Clip', [...file, ...content]),
    ...(hasShape ? shape : []),
  ]
  const links: Link[] = [
    [2, 0],
    [4, 0],
    [1, 2],
    [3, 2],
    [5, 1],
    [6, 5],
    [4, 6],
    [8, 7],
    [9, 8],
    [9, 4, 'Lcl Rotation'],
    [10, 9, 'd|Z'],
    [11, 3, link],
    [12, 11],
    ...(hasShape ? shapeLinks : []),
  ]
  return fileRecords(centimetres, objects, links, program)
}

type Link = [child: number, parent: number, to?: string]

function fileRecords(centimetres: number, objects: FbxRecord[], links: Link[], program = 'by code'): FbxRecord[] {
  const settings = [property('UpAxis', 'int', 2), property('UnitScaleFactor', 'double', centimetres + 1e-12)]
  return [
    {
      name: 'FBXHeaderExtension',
      inside: [
        { name: 'FBXVersion', values: [7400] },
        { name: 'Properties70', inside: [property('Original|ApplicationName', 'KString', program)] },
      ],
    },
    { name: 'GlobalSettings', inside: [{ name: 'Properties70', inside: settings }] },
    { name: 'Objects', inside: objects },
    {
      name: 'Connections',
      inside: links.map(([child, parent, to]) => ({
        name: 'C',
        values: [to ? 'OP' : 'OO', { long: child }, { long: parent }, ...(to ? [to] : [])],
      })),
    },
  ]
}
