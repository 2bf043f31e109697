import t from '@toile/testing/tap'
import { say } from './words.js'

t.test('a fault of ours names the request that it is found by, where there is one', async (t) => {
  t.match(say('PROCESSING_FAILED', { requestId: 'req-1' }, 'en'), /please try again\. Request: req-1$/)
  t.match(say('PROCESSING_FAILED', {}, 'en'), /please try again\.$/)
  t.match(say('CONVERSION_FAULT', { format: 'FBX', requestId: 'req-1' }, 'zh-CN'), /^FBX .*请求编号：req-1$/)
  t.notMatch(say('CONVERSION_FAULT', { format: 'FBX' }, 'zh-CN'), /[[\]{}]|请求/)
})

t.test('what is counted is said in the reader’s language', (t) => {
  const params = { found: 3, what: 'mesh parts', limit: 2 }
  t.match(say('MODEL_TOO_COMPLEX', params, 'en'), 'The model has 3 mesh parts')
  t.match(say('MODEL_TOO_COMPLEX', params, 'zh-CN'), '模型包含 3 个网格部件，上限为 2。')
  t.end()
})
