import { createElement } from 'react'
import t from '@toile/testing/tap'
import { htmlOf, startWords, textOf } from '../../lib/react.test-support.js'
import { RemovalNotice } from './RemovalNotice.js'

await startWords()

t.test('tells users without a confirmed email how many uploads will be deleted, and from which day', async (t) => {
  const later = { keptUntil: '2026-12-07T12:00:00.000Z' }
  const first = { keptUntil: '2026-12-05T12:00:00.000Z' }
  const noticeText = async (uploads: { keptUntil?: string }[], language?: 'zh-CN') =>
    textOf(await htmlOf(createElement(RemovalNotice, { uploads }), language))
  t.equal(await noticeText([{}, {}]), '')
  t.match(await noticeText([{}, first]), /^1 upload will be deleted on Dec 5, 2026 unless you verify your email\.$/)
  t.match(await noticeText([later, {}, first]), /^2 uploads will be deleted, starting on Dec 5, 2026,/)
  t.match(await noticeText([later, first], 'zh-CN'), /^有 2 个上传的文件将于 2026年12月5日起删除/)
})
