import t from '@toile/testing/tap'
import { formatDate, spaced } from './formats.js'

t.test('a UTC day keeps its date in words, wherever the server runs', async (t) => {
  t.equal(formatDate('2026-12-06', 'en', 'UTC'), 'Dec 6, 2026')
  t.equal(formatDate('2026-12-06', 'zh-CN', 'UTC'), '2026年12月6日')
  t.equal(formatDate('', 'en', 'UTC'), '')
})

t.test('digits and Chinese characters are spaced, nothing else', async (t) => {
  t.equal(spaced('8天23小时'), '8 天 23 小时')
  t.equal(spaced('5 秒后'), '5 秒后')
  t.equal(spaced('8 days 23 hours'), '8 days 23 hours')
})
