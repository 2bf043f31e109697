import t from 'tap'
import { maxTagLength, maxTags, titleLength } from '@toile/contracts/works.constants'
import { demoCreators, demoGarments } from './demo-garments.js'
import { clearances, enclosedPixels, readGarment } from './measure.test-support.js'

/** Meshes that are form or furniture; all others are the garment. */
const PROPS = /^(Form|Wood|Pole)$/

for (const { name, build } of demoGarments)
  t.test(`${name} hangs on its form like a garment`, async (t) => {
    const bytes = await build()
    t.ok(bytes.length < 4_000_000, `${bytes.length} bytes`)
    const { document, shapes } = await readGarment(bytes)
    const triangles = shapes.reduce((sum, { indices }) => sum + indices.length / 3, 0)
    t.ok(triangles < 80_000, `${triangles} triangles`)
    t.ok(document.getRoot().listTextures().length > 0)

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
        t.ok(
          outside >= all.length * 0.99,
          `${cloth.name}: ${outside} of ${all.length} vertices are less than 2 mm inside`,
        )
      }
    const cloth = garment.slice(0, 1)
    for (const azimuth of [0, 45, 90, 135])
      t.equal(enclosedPixels(cloth, azimuth), 0, `no hole in the silhouette at ${azimuth} degrees`)
  })

t.test('what is said of each fits the limits of works', async (t) => {
  t.equal(new Set(demoGarments.map(({ name }) => name)).size, demoGarments.length)
  for (const { title, intro, categories, tags, creator } of demoGarments) {
    t.ok([...title].length >= titleLength.min && [...title].length <= titleLength.max, title)
    t.ok(intro && categories.length > 0 && tags.length > 0 && tags.length <= maxTags)
    t.ok(tags.every((tag) => [...tag].length <= maxTagLength))
    t.ok(demoCreators.some(({ username }) => username === creator))
  }
})

t.test('a garment is the same file each time', async (t) => {
  const hat = demoGarments.find(({ name }) => name === 'wide-brim-hat')!
  t.ok(Buffer.from(await hat.build()).equals(Buffer.from(await hat.build())))
})
