import t from '@toile/testing/tap'
import { isRetryable } from './failures.js'
import { messageText, waitWords } from './words.js'

t.test('a server fault names its request id, if there is one', async (t) => {
  t.match(messageText('PROCESSING_FAILED', { requestId: 'req-1' }, 'en'), /Try again\. Request: req-1$/)
  t.match(messageText('PROCESSING_FAILED', {}, 'en'), /Try again\.$/)
  t.match(messageText('CONVERSION_FAULT', { format: 'FBX', requestId: 'req-1' }, 'zh-CN'), /^FBX .*请求编号：req-1$/)
  t.notMatch(messageText('CONVERSION_FAULT', { format: 'FBX' }, 'zh-CN'), /[[\]{}]|请求/)
})

t.test('U07 a code that this version does not know still gets a message, because its row is listed', async (t) => {
  for (const code of ['HAT_TOO_WIDE', 'constructor', undefined])
    t.match(messageText(code as never, { a: 1 }, 'en'), /Try again\.$/)
  t.notOk(isRetryable('constructor' as never))
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
  t.equal(messageText('RATE_LIMITED', { seconds: 3_540 }, 'zh-CN'), '尝试次数过多，请在59分钟后重试。')
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
})
