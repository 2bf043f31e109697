import t from '@toile/testing/tap'
import { isRetryable } from './failures.js'
import { messageText, waitWords } from './words.js'

t.test('a server fault names its request id, if there is one', async (t) => {
  t.match(messageText('PROCESSING_FAILED', { requestId: 'req-1' }, 'en'), /Try again\. Reference: req-1$/)
  t.match(messageText('PROCESSING_FAILED', {}, 'en'), /Try again\.$/)
  t.match(messageText('CONVERSION_FAULT', { format: 'FBX', requestId: 'req-1' }, 'zh-CN'), /^FBX .*参考编号：req-1$/)
  t.notMatch(messageText('CONVERSION_FAULT', { format: 'FBX' }, 'zh-CN'), /[[\]{}]|编号/)
})

t.test('U07 a code that this version does not know still gets a message, because its row is listed', async (t) => {
  for (const code of ['HAT_TOO_WIDE', 'constructor', undefined])
    t.match(messageText(code as never, { a: 1 }, 'en'), /Try again\.$/)
  t.notOk(isRetryable('constructor' as never))
})

t.test('large numbers are grouped; small ones, ids and names are not', (t) => {
  const model = { found: 5_234_112, what: 'triangles', limit: 5_000_000 }
  t.match(messageText('MODEL_TOO_COMPLEX', model, 'en'), 'has 5,234,112')
  t.match(messageText('MODEL_TOO_COMPLEX', model, 'zh-CN'), '上限为 5,000,000。')
  t.match(messageText('FIELD_TOO_LARGE', { max: 4_096 }, 'en'), 'At most 4096.')
  t.match(messageText('MODEL_FILE_MISSING', { name: '12345' }, 'en'), '“12345”')
  const image = { width: 9_000, height: 9_000, limitMegapixels: 50 }
  t.match(messageText('IMAGE_TOO_MANY_PIXELS', image, 'zh-CN'), '（9000 × 9000 像素），请缩小到 5000 万像素以内')
  t.end()
})

t.test('a date is in words', async (t) => {
  const params = { limit: 5, days: 30, date: '2026-12-06' }
  t.match(messageText('UNBIND_LIMIT', params, 'en'), 'another one on Dec 6, 2026.')
  t.match(messageText('UNBIND_LIMIT', params, 'zh-CN'), '2026年12月6日起可再次解绑。')
})

t.test('counted things are named in the reader’s language', (t) => {
  const params = { found: 3, what: 'mesh parts', limit: 2 }
  t.match(messageText('MODEL_TOO_COMPLEX', params, 'en'), 'The model has 3 mesh parts')
  t.match(messageText('MODEL_TOO_COMPLEX', params, 'zh-CN'), '模型包含 3 个网格部件，上限为 2。')
  t.end()
})

t.test('a file’s fault is described in the reader’s language, with the value concerned', (t) => {
  const zh = (detail: string) => messageText('MODEL_DAMAGED', { detail }, 'zh-CN')
  t.match(zh('the end is missing'), '3D 文件已损坏：文件结尾缺失。')
  t.match(zh('"nodes" is no list'), '3D 文件已损坏：“nodes”不是列表。')
  t.match(zh('a plain value'), 'a plain value')
  t.match(
    messageText('ARCHIVE_REFUSED', { detail: '2001 files, at most 2000' }, 'zh-CN'),
    '共 2001 个文件，最多 2000 个',
  )
  t.match(messageText('MODEL_DAMAGED', { detail: '"nodes" is no list' }, 'en'), 'damaged: “nodes” isn’t a list.')
  t.end()
})

t.test('a wait is given in a suitable unit and never rounded down', async (t) => {
  t.equal(messageText('RATE_LIMITED', { seconds: 3_540 }, 'en'), 'Too many attempts. Try again in 59 minutes.')
  t.equal(messageText('RATE_LIMITED', { seconds: 3_540 }, 'zh-CN'), '尝试次数过多，请在 59 分钟后重试。')
  t.match(
    messageText('RENDER_QUOTA', { limit: 200, limitMinutes: 120, hours: 1 }, 'en'),
    'again in 60 minutes at the latest',
  )
  const waits = [1, 59, 89, 90, 61 * 60, 5_400, 86_400, 36 * 3_600].map((seconds) => waitWords(seconds, 'en'))
  t.same(waits, [
    'in 1 second',
    'in 59 seconds',
    'in 89 seconds',
    'in 2 minutes',
    'in 61 minutes',
    'in 2 hours',
    'in 24 hours',
    'in 2 days',
  ])
  const chinese = [1, 5_400, 86_400, 36 * 3_600].map((seconds) => waitWords(seconds, 'zh-CN'))
  t.same(chinese, ['1 秒后', '2 小时后', '24 小时后', '2 天后'])
  t.match(messageText('RENDER_QUOTA', { limit: 200, limitMinutes: 120, hours: 3 }, 'zh-CN'), '最晚 3 小时后恢复')
})
