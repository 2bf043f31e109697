import t from '@toile/testing/tap'
import { ownFiles } from './own-files.js'

const file = (name: string, text: string) => ({ name, url: `data:text/plain,${text}` })

await t.test(
  'all files of material that a model names are read: several in a line, on several lines, with blanks',
  async (t) => {
    const files = ownFiles([file('a.mtl', 'A'), file('sub/b.mtl', 'B'), file('my own.mtl', 'C'), file('d.mtl', 'D')])
    t.equal(await files.text(['a.mtl b.mtl'], '.mtl'), 'A\nB')
    t.equal(await files.text(['a.mtl', 'b.mtl', 'a.mtl'], '.mtl'), 'A\nB')
    t.equal(await files.text(['my own.mtl'], '.mtl'), 'C')
    t.same([...files.missing], [])
    t.equal(await files.text(['a.mtl gone.mtl'], '.mtl'), 'A')
    t.equal(await files.text(['C:\\my folder\\old skirt.MTL D:\\my own.mtl'], '.mtl'), 'C')
    t.same([...files.missing], ['gone.mtl', 'old skirt.MTL'])
    t.equal(await files.text([], '.mtl'), undefined)
  },
)

await t.test('the only one is meant, whatever name is given', async (t) => {
  const files = ownFiles([file('skirt.mtl', 'A'), file('cloth.png', '')])
  t.equal(await files.text(['untitled.mtl'], '.mtl'), 'A')
  t.equal(await files.text([], '.mtl'), 'A')
  t.same([...files.missing], [])
  t.equal(await ownFiles([]).text(['untitled.mtl'], '.mtl'), undefined)
})
