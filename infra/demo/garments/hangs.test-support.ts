import type { Test } from 'tap'
import type { DemoGarment } from './demo-garments.js'
import { clearances, gapsIn, readGarment } from './measure.test-support.js'

/** Meshes that are form or furniture; all others are the garment. */
const PROPS = /^(Form|Wood|Pole)$/
/** Where one sees through: between two shoes or legs, under a handle, between the ends, between sleeve and body. */
const GAPS: Record<string, number> = { sneakers: 3, handbag: 4, scarf: 1, trousers: 2, shirt: 2, blazer: 3, coat: 2 }

const built = new Map<string, Promise<Uint8Array>>()
/** The garment's file, made once for all tests of a process: it takes seconds. */
export function fileOf({ name, build }: DemoGarment): Promise<Uint8Array> {
  const file = built.get(name) ?? build()
  built.set(name, file)
  return file
}

/** What is asked of every demo garment: a sound file of a sensible size, cloth outside the body, no hole. */
export async function hangsLikeAGarment(t: Test, demo: DemoGarment): Promise<void> {
  const { name } = demo
  const bytes = await fileOf(demo)
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
    for (const cloth of garment) {
      const all = clearances(cloth, form)
      const outside = all.filter((metres) => metres > -0.002).length
      t.ok(outside >= all.length * 0.99, `${cloth.name}: ${outside} of ${all.length} vertices are at most 2 mm inside`)
    }
  for (const azimuth of [0, 45, 90, 135]) {
    const gaps = gapsIn(garment.slice(0, 1), azimuth)
    t.ok(gaps <= (GAPS[name] ?? 0), `${gaps} holes in the silhouette at ${azimuth} degrees`)
  }
}
