import { readFileSync } from 'node:fs'
import path from 'node:path'
import { transform } from 'esbuild'
import t from '@toile/testing/tap'
import { root } from '../start/processes.js'
import { mutated } from './copy.js'
import { mutations } from './mutations.js'

await t.test('each guard that `npm run mutate` takes out still stands where it says, and its test too', async (t) => {
  t.ok(new Set(mutations.map(({ row }) => row)).size >= 30)
  for (const mutation of mutations) {
    const { row, test, lets } = mutation
    await t.resolves(transform(mutated(mutation), { loader: 'ts' }), `${row}: without what keeps ${lets}`)
    t.match(readFileSync(path.join(root, test), 'utf8'), new RegExp(`['"\`]${row} `), `${test} has a test of ${row}`)
  }
})
