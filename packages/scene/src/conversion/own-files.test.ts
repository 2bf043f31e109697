import t from '@toile/testing/tap'
import { ownFiles } from './own-files.js'

const file = (name: string, text: string) => ({ name, url: `data:text/plain,${text}` })

await t.test('resolves a reference to its file and reports the others by name', async (t) => {
  const files = ownFiles({
    files: [file('skirt.fbx', ''), file('maps/Ros\u00e9.png', 'A'), file('silk.png', 'B')],
    materials: [],
    references: [
      ['..\\maps\\Rose\u0301.png', 1],
      ['silk.png', 2],
    ],
    missing: ['sub\\gone.mtl'],
  })
  t.equal(files.urlOf('../maps/Ros\u00e9.png'), 'data:text/plain,A')
  t.equal(files.urlOf('blob:embedded'), 'blob:embedded')
  t.equal(files.urlOf('C:\\work\\velvet.png'), 'data:,')
  files.failed('data:text/plain,B')
  t.same([...files.missing], ['gone.mtl', 'velvet.png', 'silk.png'])
  t.equal(await files.materials(), undefined)
})

await t.test('joins the texts of all material files', async (t) => {
  const files = [file('skirt.obj', ''), file('b.mtl', 'B'), file('a.mtl', 'A')]
  t.equal(await ownFiles({ files, materials: [2, 1], references: [], missing: [] }).materials(), 'A\nB')
})
