import t from '@toile/testing/tap'
import { withDisplayName } from './display-names.js'

t.test('adds the previous name to the saved ones', async (t) => {
  const first = withDisplayName({ current: '', saved: new Set() }, 'ann')
  t.strictSame(first, { current: 'ann', saved: new Set() })
  const second = withDisplayName(withDisplayName(first, 'anna'), 'anna')
  t.strictSame(second, { current: 'anna', saved: new Set(['ann']) })
})
