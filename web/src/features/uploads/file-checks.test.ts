import t from '@toile/testing/tap'
import { fileProblem } from './file-checks.js'

t.test('a file is refused before a byte of it is sent', async (t) => {
  t.equal(fileProblem({ name: 'a.glb', size: 524_288_000 }), undefined)
  t.equal(fileProblem({ name: 'a.glb', size: 524_288_001 }), 'upload.tooLarge')
  t.equal(fileProblem({ name: 'a.ZIP', size: 1 }), undefined)
  t.equal(fileProblem({ name: 'a.png', size: 1 }), 'upload.wrongType')
  t.equal(fileProblem({ name: 'a.glb', size: 0 }), 'upload.empty')
})
