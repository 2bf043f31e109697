import t from '@toile/testing/tap'
import { shouldReload } from './errors.js'

t.test('reloads a page whose nodes were moved, at most once a minute', async (t) => {
  const message = "Failed to execute 'insertBefore' on 'Node': The node before which ..."
  t.equal(shouldReload(message, 0, 100_000), true)
  t.equal(shouldReload("Cannot read properties of null (reading 'insertBefore')", 0, 100_000), true)
  t.equal(shouldReload(message, 40_001, 100_000), false)
  t.equal(shouldReload(message, 40_000, 100_000), true)
  t.equal(shouldReload('x is not a function', 0, 100_000), false)
})
