import t from '@toile/testing/tap'
import { MAX_TAG_LENGTH, MAX_TAGS, titleLength } from '@toile/contracts/works/works.constants'
import { demoCreators, demoGarments } from './demo-garments.js'
import { madeGarment } from '../made.js'
import { hangsLikeAGarment } from './hangs.test-support.js'

// The other garments are tested in draped-garments.test.ts, so that two cores share the work.
for (const garment of demoGarments.slice(0, 7))
  t.test(`${garment.name} hangs like a garment`, (t) => hangsLikeAGarment(t, garment))

t.test('the texts of each garment fit the limits of works', async (t) => {
  t.equal(new Set(demoGarments.map(({ name }) => name)).size, demoGarments.length)
  for (const { title, intro, categories, tags, creator } of demoGarments) {
    t.ok([...title].length >= titleLength.min && [...title].length <= titleLength.max, title)
    t.ok(intro && categories.length > 0 && tags.length > 0 && tags.length <= MAX_TAGS)
    t.ok(tags.every((tag) => [...tag].length <= MAX_TAG_LENGTH))
    t.ok(demoCreators.some(({ username }) => username === creator))
  }
})

t.test('a garment is the same file each time', async (t) => {
  const scarf = demoGarments.find(({ name }) => name === 'scarf')!
  t.ok(Buffer.from(await madeGarment(scarf)).equals(Buffer.from(await scarf.build())))
})
