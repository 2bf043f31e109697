import t from '@toile/testing/tap'
import { processorMs } from '@toile/testing/processor-time'
import { createFileFinder } from './file-finder.js'

const NFC = 'Ros\u00e9.png'
const NFD = 'Rose\u0301.png'

const files = [
  'skirt/skirt.obj',
  'skirt/textures/cloth.png',
  'skirt/red/diffuse.png',
  'skirt/blue/diffuse.png',
  'skirt/blue/Lining.png',
  `skirt/${NFD}`,
  'skirt/格子面料.png',
  'skirt/100%.png',
  'other/lace.png',
  'skirt/lace.png',
  'deep/lace.png',
]
const find = createFileFinder(files)

for (const [kind, reference, file] of [
  ['the path as it stands', 'textures/cloth.png', 'skirt/textures/cloth.png'],
  ['a step up', '../skirt/textures/cloth.png', 'skirt/textures/cloth.png'],
  ['from the top of the archive', 'skirt/textures/cloth.png', 'skirt/textures/cloth.png'],
  ['backslashes', '.\\textures\\cloth.png', 'skirt/textures/cloth.png'],
  ['percent-encoded', '%E6%A0%BC%E5%AD%90%E9%9D%A2%E6%96%99.png', 'skirt/格子面料.png'],
  ['a percent sign that is meant', '100%.png', 'skirt/100%.png'],
  ['with a question to a server', 'textures/cloth.png?v=2', 'skirt/textures/cloth.png'],
  ['composed for decomposed', NFC, `skirt/${NFD}`],
  ['another case', 'Textures/CLOTH.PNG', 'skirt/textures/cloth.png'],
  ['another case of letters beyond ASCII', 'ROSÉ.PNG', `skirt/${NFD}`],
  ['a path of another machine', 'C:\\Users\\Ann\\Skirt\\Blue\\diffuse.png', 'skirt/blue/diffuse.png'],
  ['a file URL', 'file:///D:/work/red/diffuse.png', 'skirt/red/diffuse.png'],
  ['the name alone, of the only one', 'C:\\maps\\lining.png', 'skirt/blue/Lining.png'],
  ['the name alone, of the one beside the model', 'C:\\maps\\lace.png', 'skirt/lace.png'],
  ['the name alone, of two', 'C:\\maps\\diffuse.png', undefined],
  ['out of the archive', '../../../etc/passwd', undefined],
  ['nothing', '', undefined],
] as const)
  await t.test(kind, async (t) => t.equal(find(reference, 'skirt/skirt.obj'), file))

await t.test('U12 resolves 2,000 references to 2,000 files of the same name at little cost', async (t) => {
  const paths = Array.from({ length: 2_000 }, (_, i) => `fabrics/${i}/diffuse.png`)
  const findOne = createFileFinder(paths)
  const before = processorMs()
  const found = paths.map((_, i) => findOne(`C:\\work\\${i}\\diffuse.png`, 'skirt.obj'))
  for (let i = 0; i < 2_000; i++) findOne.withOtherEnding(`C:\\work\\${i}.psd`, 'skirt.obj')
  const took = processorMs() - before
  t.same(found, paths)
  t.ok(took < 5_000, `${Math.round(took)} ms`)
})
