import t from 'tap'
import { demoGarments } from './demo-garments.js'
import { hangsLikeAGarment } from './hangs.test-support.js'

for (const garment of demoGarments.slice(6))
  t.test(`${garment.name} hangs like a garment`, (t) => hangsLikeAGarment(t, garment))

t.test('the skirt in a breeze moves', async (t) => {
  const { readGarment } = await import('./measure.test-support.js')
  const breeze = demoGarments.find(({ name }) => name === 'breeze-skirt')!
  const { document } = await readGarment(await breeze.build())
  const [animation] = document.getRoot().listAnimations()
  t.ok(animation, 'there is an animation')
  const targets = document.getRoot().listMeshes()[0]!.listPrimitives()[0]!.listTargets()
  for (const target of targets) {
    const moved = target.getAttribute('POSITION')!.getArray()!
    const farthest = Array.from(moved).reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    t.ok(farthest > 0.02 && farthest < 0.6, `${farthest} m`)
  }
})
