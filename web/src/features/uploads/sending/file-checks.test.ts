import t from '@toile/testing/tap'
import { fileProblem } from './file-checks.js'

t.test('refuses a file before sending a byte of it', async (t) => {
  t.equal(fileProblem({ name: 'a.glb', size: 524_288_000 }), undefined)
  t.equal(fileProblem({ name: 'a.glb', size: 524_288_001 }), 'upload.tooLarge')
  t.equal(fileProblem({ name: 'a.ZIP', size: 1 }), undefined)
  t.equal(fileProblem({ name: 'a.png', size: 1 }), 'upload.wrongType')
  for (const [name, problem] of [
    ['a.3ds', 'upload.not3ds'],
    ['A.3MF', 'upload.not3mf'],
    ['a.usdc', 'upload.notUsd'],
  ] as const)
    t.equal(fileProblem({ name, size: 1 }), problem)
  t.equal(fileProblem({ name: 'a.usd', size: 1 }, ['video']), 'media.notVideo')
  t.equal(fileProblem({ name: 'a.glb', size: 0 }), 'upload.empty')
})
