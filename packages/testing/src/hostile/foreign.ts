import { makeAsciiFbx, makeFbx } from '../garments/fbx-garment.js'
import { fbxOf, type FbxRecord } from '../garments/fbx.js'
import { usdcWithWrongCount } from '../garments/usdc.js'
import { makeAsciiStl, makeBinaryStl, makeDae, makePly, makeUsdz } from '../garments/convertible.js'
import type { HostileFile } from './hostile.js'
import { hugePng } from './pictures.js'
import { zipOf } from '../files/zips.js'

const text = (content: string) => Buffer.from(content)
const TRIANGLE_OBJ = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'

function nestedRecords(depth: number): FbxRecord {
  let record: FbxRecord = { name: 'Deep', values: [1] }
  for (let level = 1; level < depth; level++) record = { name: 'Deep', inside: [record] }
  return record
}

/** A .ply whose header does not fit its body, because `instead` replaces `announced` in the header. */
function lyingPly(announced: string, instead: string): Buffer {
  return Buffer.from(makePly('binary_little_endian').toString('latin1').replace(announced, instead), 'latin1')
}

/** Ten nodes in 3 kB of XML show a mesh 10^9 times, because each node but the last contains the next node ten times. */
function xmlNodeBomb(): Buffer {
  const nodes = Array.from({ length: 10 }, (_, at) => {
    const inside = at === 9 ? '<instance_geometry url="#mesh"/>' : `<instance_node url="#n${at + 1}"/>`.repeat(10)
    return `<node id="n${at}">${inside}</node>`
  })
  return makeDae('<node><instance_node url="#n0"/></node>', `<library_nodes>${nodes.join('')}</library_nodes>`)
}

function lyingFbxList(): Buffer {
  const file = fbxOf([{ name: 'Objects', values: [{ doubles: Array.from({ length: 100_000 }, () => 0) }] }])
  // The list's length follows the file's head (27 bytes), the record's head (13 + 7 bytes) and the type byte.
  file.writeUInt32LE(1_000, 27 + 20 + 1)
  return file
}

export const hostileForeignFiles: HostileFile[] = [
  {
    name: 'U12 .obj of 10^7 lines',
    code: 'MODEL_TOO_COMPLEX',
    make: () => Buffer.concat([text(TRIANGLE_OBJ), Buffer.alloc(20_000_000, 'f\n')]),
  },
  { name: 'U12 .obj of 270 MB', code: 'MODEL_TOO_COMPLEX', make: () => Buffer.alloc(270_000_000, TRIANGLE_OBJ) },
  {
    name: 'U12 .obj of 100,000 parts',
    code: 'MODEL_TOO_COMPLEX',
    make: () => text(`v 0 0 0\n${'o a\nf 1 1 1\n'.repeat(100_000)}`),
  },
  {
    name: 'U12 .obj whose one face goes on over many lines',
    code: 'MODEL_TOO_COMPLEX',
    make: () => text(`v 0 0 0\nf ${'1 1 1 1 1 1 1 1 \\\n'.repeat(700_000)}`),
  },
  {
    name: 'U12 .obj with one line of 20 MB',
    code: 'MODEL_TOO_COMPLEX',
    make: () => Buffer.concat([text('v 0 0 0\nf '), Buffer.alloc(20_000_000, '1 ')]),
  },
  { name: 'U06 .obj without a face', code: 'MODEL_EMPTY', make: () => text('v 0 0 0\nv 1 0 0\n') },
  {
    name: 'U12 picture of 30,000 x 30,000 px beside an .obj',
    code: 'MODEL_IMAGE_REFUSED',
    make: () =>
      zipOf({
        'a.obj': text(TRIANGLE_OBJ),
        'a.mtl': text('newmtl a\nmap_Kd a.png\n'),
        'a.png': hugePng(30_000),
      }),
  },
  {
    name: 'U12 binary .stl that counts 4,000,000,000 triangles',
    code: 'NOT_A_MODEL',
    make: () => {
      const stl = makeBinaryStl()
      stl.writeUInt32LE(4_000_000_000, 80)
      return stl
    },
  },
  {
    name: 'U12 .stl of 6,000,000 triangles',
    code: 'MODEL_TOO_COMPLEX',
    make: () => {
      const stl = Buffer.alloc(84 + 6_000_000 * 50)
      stl.writeUInt32LE(6_000_000, 80)
      return stl
    },
  },
  {
    name: 'U12 .stl in text of beginnings without an end',
    code: 'MODEL_TOO_COMPLEX',
    make: () => text(`solid a\nfacet normal 0 0 0\n${'solid '.repeat(1_000_000)}`),
  },
  {
    name: 'U12 .stl in text whose triangles have no end',
    code: 'MODEL_DAMAGED',
    make: () => text(`solid a\n${'facet normal 0 0 0 '.repeat(1_000_000)}endsolid`),
  },
  {
    name: 'U06 .stl in text, cut off',
    code: 'MODEL_DAMAGED',
    make: () => makeAsciiStl().subarray(0, -20),
  },
  {
    name: 'U12 .ply that counts more points than it holds',
    code: 'MODEL_DAMAGED',
    make: () => lyingPly('element vertex 325', 'element vertex 9999999'),
  },
  {
    name: 'U12 .ply that counts 4,000,000,000 faces',
    code: 'MODEL_TOO_COMPLEX',
    make: () => lyingPly('element face 576', 'element face 4000000000'),
  },
  {
    name: 'U12 .ply whose faces have 65,535 corners',
    code: 'MODEL_TOO_COMPLEX',
    make: () => lyingPly('list uchar int', 'list uint int'),
  },
  { name: 'U06 .ply without an end of its header', code: 'MODEL_DAMAGED', make: () => text('ply\nformat ascii 1.0\n') },
  {
    name: 'U12 .dae with entities inside each other',
    code: 'MODEL_DAMAGED',
    make: () =>
      text(`<?xml version="1.0"?><!DOCTYPE COLLADA [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<COLLADA>&b;</COLLADA>`),
  },
  {
    name: 'U11 .dae with an entity of this machine',
    code: 'MODEL_DAMAGED',
    make: () =>
      text('<?xml version="1.0"?><!DOCTYPE C [<!ENTITY a SYSTEM "file:///etc/passwd">]><COLLADA>&a;</COLLADA>'),
  },
  { name: 'U12 .dae of ten nodes that show 10^9 meshes', code: 'MODEL_TOO_COMPLEX', make: xmlNodeBomb },
  {
    name: 'U12 .dae whose nodes show each other',
    code: 'MODEL_DAMAGED',
    make: () => makeDae('<node id="a"><instance_node url="#b"/></node><node id="b"><instance_node url="#a"/></node>'),
  },
  {
    name: 'U12 .dae of 100,000 tags inside each other',
    code: 'MODEL_TOO_COMPLEX',
    make: () => text(`<?xml version="1.0"?><COLLADA>${'<a>'.repeat(100_000)}`),
  },
  {
    name: '.fbx of version 6.1, named',
    code: 'MODEL_VERSION_UNSUPPORTED',
    make: () => {
      const file = Buffer.from(makeFbx())
      file.writeUInt32LE(6100, 23)
      return file
    },
  },
  {
    name: '.fbx of version 6.1 in text, named',
    code: 'MODEL_VERSION_UNSUPPORTED',
    make: () => text(makeAsciiFbx().toString().replace('FBXVersion: 7400', 'FBXVersion: 6100')),
  },
  {
    name: 'U12 .fbx of 200 records inside each other',
    code: 'MODEL_TOO_COMPLEX',
    make: () => fbxOf([nestedRecords(200)]),
  },
  { name: 'U12 .fbx whose list unpacks to more than it says', code: 'MODEL_DAMAGED', make: lyingFbxList },
  {
    name: 'U12 .fbx whose record reaches past the file',
    code: 'MODEL_DAMAGED',
    make: () => {
      const file = fbxOf([{ name: 'Objects', values: [1] }])
      file.writeUInt32LE(0xfffffff0, 27)
      return file
    },
  },
  {
    name: 'U06 .fbx cut off',
    code: 'MODEL_DAMAGED',
    make: () => fbxOf([{ name: 'Objects', values: [1] }]).subarray(0, 40),
  },
  {
    name: 'U12 .fbx whose list counts 4,000,000,000 numbers',
    code: 'MODEL_TOO_COMPLEX',
    make: () => {
      const file = fbxOf([{ name: 'Objects', values: [{ doubles: Array.from({ length: 1_000 }, () => 0) }] }])
      file.writeUInt32LE(4_000_000_000, 27 + 20 + 1)
      return file
    },
  },
  {
    name: 'U10 .usdz with a file at an absolute path',
    code: 'ARCHIVE_REFUSED',
    make: async () => {
      const usdz = await zipOf({ 'a.usda': text('#usda 1.0\n'), 'aabbbb.png': text('x') }, undefined, false)
      return Buffer.from(usdz.toString('latin1').replaceAll('aabbbb.png', '/etc/b.png'), 'latin1')
    },
  },
  { name: 'U10 .usdz that is compressed', code: 'ARCHIVE_REFUSED', make: () => makeUsdz({ compress: true }) },
  {
    name: 'U12 .usdz of 100,000 braces',
    code: 'MODEL_DAMAGED',
    make: () => zipOf({ 'a.usda': text(`#usda 1.0\n${'{'.repeat(100_000)}`) }, undefined, false),
  },
  ...(
    [
      ['2^40 names', 'TOKENS', 0, 2 ** 40],
      ['3 GB of names', 'TOKENS', 1, 3 * 2 ** 30],
      ['2^28 fields', 'FIELDS', 0, 2 ** 28],
      ['2^31 paths', 'PATHS', 0, 2 ** 31],
      ['2^28 parts', 'SPECS', 0, 2 ** 28],
      ['2^33 strings', 'STRINGS', 0, 2 ** 33],
    ] as const
  ).map(([holds, section, number, value]) => ({
    name: `U12 .usdz whose binary scene says that it holds ${holds}`,
    code: 'MODEL_TOO_COMPLEX' as const,
    make: () => zipOf({ 'a.usdc': usdcWithWrongCount(section, number, value) }, undefined, false),
  })),
  {
    name: 'U10 .zip that calls a .zip an .obj',
    code: 'ARCHIVE_WITHOUT_MODEL',
    make: async () => zipOf({ 'a.obj': await zipOf({ 'b.obj': text(TRIANGLE_OBJ) }) }),
  },
]
