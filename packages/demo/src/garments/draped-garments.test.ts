import t from '@toile/testing/tap'
import { demoGarments } from './demo-garments.js'
import { readGarment } from './measure.test-support.js'
import { madeGarment } from '../made.js'
import { hangsLikeAGarment } from './hangs.test-support.js'

for (const garment of demoGarments.slice(7))
  t.test(`${garment.name} hangs like a garment`, (t) => hangsLikeAGarment(t, garment))

t.test('the skirt in a breeze moves', async (t) => {
  const breeze = demoGarments.find(({ name }) => name === 'breeze-skirt')!
  const { document } = await readGarment(await madeGarment(breeze))
  const [animation] = document.getRoot().listAnimations()
  t.ok(animation, 'there is an animation')
  const targets = document.getRoot().listMeshes()[0]!.listPrimitives()[0]!.listTargets()
  for (const target of targets) {
    const moved = target.getAttribute('POSITION')!.getArray()!
    let farthest = 0
    for (const value of moved) farthest = Math.max(farthest, Math.abs(value))
    t.ok(farthest > 0.02 && farthest < 0.6, `${farthest} m`)
  }
})
