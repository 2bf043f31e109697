import type { Test } from '@tapjs/test'
import type { DemoGarment } from './demo-garments.js'
import { madeGarment } from '../made.js'
import { clearances, gapsIn, readGarment } from './measure.test-support.js'

/** Meshes of the form, the stand and the hat block. All other meshes belong to the garment. */
const PROPS = /^(Form|Wood|Pole)$/
/** Parts that may be more than 4 cm off the form. At that distance, clearances() measures nothing. */
const LOOSE = /^(Buttons?|Hem)$/
/** Numbers of gaps seen from 0, 45, 90 and 135 degrees: openings, such as under a handle, plus the allowed slivers. */
const openings: Record<string, readonly [number, number, number, number]> = {
  sneakers: [0, 0, 2, 0],
  scarf: [0, 0, 0, 1],
  trousers: [1, 0, 0, 0],
  shirt: [0, 0, 2, 0],
  handbag: [1, 3, 3, 3],
  coat: [1, 0, 2, 0],
  'slip-dress': [2, 1, 1, 1],
}
/** Area in square metres. Smaller gaps are slivers. */
const HOLE = 1e-4
/** Number of slivers in all views. In a sliver, two edges almost touch in the picture, such as sleeve and body. */
const allowedSlivers: Record<string, number> = { sneakers: 2, scarf: 1, shirt: 2, coat: 3 }

export async function hangsLikeAGarment(t: Test, demo: DemoGarment): Promise<void> {
  const { name } = demo
  const bytes = await madeGarment(demo)
  t.ok(bytes.length < 4_000_000, `${bytes.length} bytes`)
  const { document, shapes } = await readGarment(bytes)
  const triangles = shapes.reduce((sum, { indices }) => sum + indices.length / 3, 0)
  t.ok(triangles < 80_000, `${triangles} triangles`)
  t.ok(document.getRoot().listTextures().length > 0, 'it has textures')

  for (const { name: mesh, positions, normals } of shapes) {
    t.ok(Array.from(positions).every(Number.isFinite), `${mesh} has no broken vertex`)
    const lengths = Array.from({ length: normals.length / 3 }, (_, i) =>
      Math.hypot(normals[3 * i]!, normals[3 * i + 1]!, normals[3 * i + 2]!),
    )
    t.ok(
      lengths.every((length) => Math.abs(length - 1) < 0.01),
      `${mesh} has unit normals`,
    )
  }

  const garment = shapes.filter(({ name: mesh }) => !PROPS.test(mesh))
  const form = shapes.find(({ name: mesh }) => mesh === 'Form')
  if (form)
    for (const cloth of garment)
      for (const [i, positions] of [cloth.positions, ...cloth.targets].entries()) {
        const all = clearances(positions, form)
        const outside = all.filter((metres) => metres > -0.002).length
        const what = `${cloth.name}${i > 0 ? ` in pose ${i}` : ''}`
        if (!LOOSE.test(cloth.name)) t.ok(all.length > 0, `${what} is worn by the form`)
        t.ok(outside >= all.length * 0.99, `${what}: ${outside} of ${all.length} vertices are at most 2 mm inside`)
      }
  // The gaps between a fringe's threads are not openings of the garment.
  const solid = garment.filter(({ name: mesh }) => mesh !== 'Fringe')
  const seen = [0, 45, 90, 135].map((azimuth) => gapsIn(solid, azimuth))
  const places = seen.map((gaps) =>
    gaps.map(({ squareMetres, across, up }) => `${squareMetres * 1e4} cm2 at ${across}, ${up} m`),
  )
  t.same(
    seen.map(({ length }) => length),
    openings[name] ?? [0, 0, 0, 0],
    `openings are where expected: ${JSON.stringify(places)}`,
  )
  const slivers = seen.flat().filter(({ squareMetres }) => squareMetres < HOLE).length
  t.equal(slivers, allowedSlivers[name] ?? 0, 'anything smaller than 1 square centimetre is a hole')
}
