import { XMLValidator } from 'fast-xml-parser'
import { processorMs } from '@toile/testing/processor-time'
import t from '@toile/testing/tap'
import { normaliseDae } from './dae.js'
import { normaliseObj } from './obj.js'
import { normalisePly } from './ply.js'
import { triangulate } from './triangulate.js'

type Point = [number, number, number]

const piece: Point[] = (
  [
    [0, 0],
    [50, 0],
    [50, 40],
    [42, 45],
    [40, 65],
    [32, 65],
    [28, 45],
    [22, 45],
    [18, 65],
    [10, 65],
    [8, 45],
    [0, 40],
  ] as const
).map(([x, y]) => [x / 100, y / 100, 0])

const byThrees = <T>(numbers: number[], of: readonly T[]): T[][] =>
  Array.from({ length: numbers.length / 3 }, (_, i) => numbers.slice(i * 3, i * 3 + 3).map((at) => of[at]!))

const PIECE_M2 = areaOf(piece)

function areaOf(points: Point[]): number {
  return Math.abs(
    points.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = points[(i + 1) % points.length]!
      return sum + (x * nextY - y * nextX) / 2
    }, 0),
  )
}

const signedAreas = (triangles: Point[][]) =>
  triangles.map(([a, b, c]) => ((b![0] - a![0]) * (c![1] - a![1]) - (c![0] - a![0]) * (b![1] - a![1])) / 2)

function isWhole(test: Pick<typeof t, 'ok' | 'equal'>, triangles: Point[][], expected = PIECE_M2) {
  const areas = signedAreas(triangles)
  test.ok(
    areas.every((area) => area > 0),
    'all of them face the same way',
  )
  test.equal(areas.reduce((sum, area) => sum + area, 0).toFixed(6), expected.toFixed(6))
}

await t.test('triangulates a concave polygon and leaves a convex one to the fan', async (t) => {
  t.equal(PIECE_M2.toFixed(4), '0.2650')
  isWhole(t, byThrees(triangulate(piece.flat())!, piece))
  const turned = piece.toReversed()
  const areas = signedAreas(byThrees(triangulate(turned.flat())!, turned))
  t.ok(
    areas.every((area) => area < 0),
    'its other side',
  )
  t.equal(triangulate([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]), undefined)
  t.equal(triangulate([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), undefined, 'no area')
})

await t.test('triangulates a vertical polygon in its own plane', async (t) => {
  const standing = piece.map(([x, y]): Point => [0, y, x])
  const triangles = byThrees(triangulate(standing.flat())!, standing)
  isWhole(
    t,
    triangles.map((corners) => corners.map(([, y, z]): Point => [z, y, 0])),
  )
})

const objOf = (face: string, more = '') =>
  Buffer.from(`${piece.map((p) => `v ${p.join(' ')}\n`).join('')}vt 0 0\n${more}${face}\n`)
const facesOf = (obj: Uint8Array) =>
  [
    ...Buffer.from(obj)
      .toString()
      .matchAll(/^f (.+)$/gm),
  ].map(([, corners]) => corners!.split(' '))

await t.test(
  'OBJ: triangulates a concave face with indices from either end, over several lines, with texture corners',
  async (t) => {
    for (const face of [
      `f ${piece.map((_, i) => i + 1).join(' ')}`,
      `f ${piece.map((_, i) => i - piece.length).join(' ')}`,
      `f ${piece.map((_, i) => `${i + 1}/1`).join(' \\\n')}`,
    ]) {
      const faces = facesOf(normaliseObj(objOf(face)))
      t.equal(faces.length, piece.length - 2)
      isWhole(
        t,
        faces.map((corners) =>
          corners.map((corner) => piece.at(Number.parseInt(corner, 10) - (corner.startsWith('-') ? 0 : 1))!),
        ),
      )
    }
  },
)

await t.test('OBJ: lines and points beside faces are left out, convex faces left as they are', async (t) => {
  const plain = objOf('f 1 2 3 12')
  t.equal(normaliseObj(plain).toString(), plain.toString())
  const mixed = normaliseObj(objOf('f 1 2 3 12', 'l 1 2 3\np 4\n')).toString()
  t.notMatch(mixed, /^[lp] /m)
  t.match(mixed, /^f 1 2 3 12$/m)
})

const daeOf = (faces: string, points: Point[] = piece) =>
  `<COLLADA><library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count="${points.length * 3}">${points.flat().join(' ')}</float_array>
<technique_common><accessor source="#a" count="${points.length}" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>${faces}</mesh></geometry></library_geometries></COLLADA>`
const INPUT = '<input semantic="VERTEX" source="#v" offset="0"/><input semantic="TEXCOORD" source="#t" offset="1"/>'
const corner = (i: number) => `${i} 0`

function trianglesOfDae(dae: string, points: Point[] = piece): Point[][] {
  const [, attributes, p] = /<triangles ([^>]*)>[\s\S]*?<p>([^<]*)<\/p>/.exec(normaliseDae(dae))!
  const corners = p!.split(' ').filter((_, i) => i % 2 === 0)
  const triangles = byThrees(
    corners.map((_, i) => i),
    corners.map((at) => points[Number(at)]!),
  )
  if (!attributes!.includes(`count="${triangles.length}"`)) throw new Error(`${attributes} is not ${triangles.length}`)
  return triangles
}

await t.test('OBJ and DAE: reads decimal commas', async (t) => {
  const comma = (text: string) => text.replace(/(\d)\.(\d)/g, '$1,$2')
  const face = `f ${piece.map((_, i) => i + 1).join(' ')}`
  t.same(
    normaliseObj(Buffer.from(comma(objOf(face).toString()).replace('v 0 0 0', 'v 0,0 0,0 0')))
      .toString()
      .replace('v 0.0 0.0 0', 'v 0 0 0'),
    normaliseObj(objOf(face)).toString(),
  )
  const all = piece.map((_, i) => corner(i)).join(' ')
  const dae = comma(daeOf(`<polygons count="1">${INPUT}<p>${all}</p></polygons>`)).replace('>0 0 0', '>0,0 0,0 0')
  isWhole(t, trianglesOfDae(dae))
  t.notMatch(normaliseDae(dae), /\d,\d/)
})

await t.test('DAE: polygons, each with a separate <p>, and polylists are all kept', async (t) => {
  const all = piece.map((_, i) => corner(i)).join(' ')
  const twice = `<p>${all}</p><p>${all}</p>`
  isWhole(t, trianglesOfDae(daeOf(`<polygons count="2" material="cloth">${INPUT}${twice}</polygons>`)), PIECE_M2 * 2)
  isWhole(
    t,
    trianglesOfDae(daeOf(`<polylist count="1">${INPUT}<vcount>${piece.length}</vcount><p>${all}</p></polylist>`)),
  )
  t.match(
    normaliseDae(daeOf(`<polygons count="2" material="cloth">${INPUT}${twice}</polygons>`)),
    /<triangles [^>]*material="cloth"/,
  )
})

await t.test("DAE: keeps a polygon's hole", async (t) => {
  const square = (half: number): Point[] => [
    [-half, -half, 0],
    [half, -half, 0],
    [half, half, 0],
    [-half, half, 0],
  ]
  const points = [...square(2), ...square(1)]
  const dae = daeOf(
    `<polygons count="1">${INPUT}<ph><p>${[0, 1, 2, 3].map(corner).join(' ')}</p><h>${[7, 6, 5, 4].map(corner).join(' ')}</h></ph></polygons>`,
    points,
  )
  isWhole(t, trianglesOfDae(dae, points), 16 - 4)
})

await t.test('DAE: inputs with separate end tags stay valid XML', async (t) => {
  const apart = INPUT.replaceAll('/>', '></input>')
  const all = piece.map((_, i) => corner(i)).join(' ')
  const dae = daeOf(`<polylist count="1">${apart}<vcount>${piece.length}</vcount><p>${all}</p></polylist>`)
  isWhole(t, trianglesOfDae(dae))
  t.equal(XMLValidator.validate(normaliseDae(dae)), true)
})

await t.test('DAE: triangles of strips and fans face the same way', async (t) => {
  const points: Point[] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [1, 1, 0],
    [0, 2, 0],
    [1, 2, 0],
  ]
  const strip = `<tristrips count="1">${INPUT}<p>${[0, 1, 2, 3, 4, 5].map(corner).join(' ')}</p></tristrips>`
  isWhole(t, trianglesOfDae(daeOf(strip, points), points), 2)
  const fan = `<trifans count="1">${INPUT}<p>${[0, 1, 3, 5, 4].map(corner).join(' ')}</p></trifans>`
  isWhole(t, trianglesOfDae(daeOf(fan, points), points), 2)
})

function plyOf(kind: 'ascii' | 'binary_little_endian' | 'binary_big_endian', faces: number[][]): Buffer {
  const head = `ply\nformat ${kind} 1.0\nelement vertex ${piece.length}\nproperty float x\nproperty float y\nproperty float z
element face ${faces.length}\nproperty uchar shade\nproperty list uchar int vertex_indices\nproperty list uchar float texcoord
element edge 1\nproperty int vertex1\nend_header\n`
  const rows = faces.map((face) => ({ face, uv: face.flatMap((i) => [i / 100, i / 200]) }))
  if (kind === 'ascii')
    return Buffer.from(
      `${head}${piece.map((p) => `${p.join(' ')}\n`).join('')}${rows.map(({ face, uv }) => `7 ${[face.length, ...face].join(' ')} ${[uv.length, ...uv].join(' ')}\n`).join('')}9\n`,
    )
  const little = kind === 'binary_little_endian'
  const number = (set: 'setFloat32' | 'setInt32', value: number) => {
    const view = new DataView(new ArrayBuffer(4))
    view[set](0, value, little)
    return Buffer.from(view.buffer)
  }
  return Buffer.concat([
    Buffer.from(head),
    ...piece.flat().map((value) => number('setFloat32', value)),
    ...rows.flatMap(({ face, uv }) => [
      Buffer.from([7, face.length]),
      ...face.map((i) => number('setInt32', i)),
      Buffer.from([uv.length]),
      ...uv.map((value) => number('setFloat32', value)),
    ]),
    number('setInt32', 9),
  ])
}

for (const kind of ['ascii', 'binary_little_endian', 'binary_big_endian'] as const)
  await t.test(`PLY: triangulates faces of many corners, ${kind}, with the values of each corner`, async (t) => {
    const all = piece.map((_, i) => i)
    const convex = [0, 1, 2, 11]
    const expected = [...byThrees(triangulate(piece.flat())!, all), convex]
    t.same(
      Buffer.from(normalisePly(plyOf(kind, [all, convex]))).toString('latin1'),
      plyOf(kind, expected).toString('latin1'),
    )
    t.equal(normalisePly(plyOf(kind, [convex])).toString(), plyOf(kind, [convex]).toString())
  })

await t.test('PLY: reads a header with Windows line ends completely', async (t) => {
  const plain = plyOf('binary_little_endian', [[0, 1, 2]])
  const end = plain.indexOf('end_header\n') + 'end_header\n'.length
  const head = plain.subarray(0, end).toString().replaceAll('\n', '\r\n')
  const windows = Buffer.concat([Buffer.from(head), plain.subarray(end)])
  t.equal(Buffer.from(normalisePly(windows)).toString('latin1'), plain.toString('latin1'))
})

await t.test('U12 reads a .dae of unclosed elements in linear time', async (t) => {
  const before = processorMs()
  for (const name of ['polygons', 'source', 'vertices', 'ph', 'p']) {
    const open = `<${name}></x>`.repeat(100_000)
    normaliseDae(daeOf(`${`</${name}>`.repeat(1_000)}<polygons>${INPUT}${open}</polygons>${open}`))
  }
  t.ok(processorMs() - before < 5_000)
})
