import { createElement } from 'react'
import t from '@toile/testing/tap'
import { htmlOf, startWords } from '../../../lib/react.test-support.js'
import { Sparkline } from './Sparkline.js'

await startWords()

const lineOf = async (at: number) => {
  const points = [{ at, value: 3 }]
  const html = await htmlOf(createElement(Sparkline, { label: 'Waiting', points, gap: 0.1, marks: [] }))
  return /class="sparkline-line" d="([^"]+)"/.exec(html)?.[1]
}

t.test('draws a single point as a short line, also at the right edge', async (t) => {
  t.equal(await lineOf(0.5), 'M120,2 L132,2')
  t.equal(await lineOf(1), 'M228,2 L240,2')
  t.equal(await lineOf(0), 'M0,2 L12,2')
})
