import t from '@toile/testing/tap'
import { sayNotification, type Sayable } from './notifications/notification-words.js'
import { say } from './words.js'

t.test('what people write stands in its own direction within our sentences', async (t) => {
  const said: Sayable = {
    kind: 'like',
    actors: [
      { name: 'ann', nickname: 'Ann' },
      { name: 'layla', nickname: 'ليلى (1)' },
    ],
    people: 2,
    title: 'שמלה!',
    excerpt: '',
    params: {},
    hidden: false,
  }
  for (const language of ['en', 'zh-CN'] as const) {
    const { message } = sayNotification(said, language)
    t.match(message, '\u2068ليلى (1)\u2069', 'each name')
    t.match(message, '\u2068שמלה!\u2069', 'each title')
    t.notMatch(message, '\u2068Ann\u2069', 'and nothing else')
  }
  t.match(say('IDENTITY_USED', { provider: 'فيس' }, 'en'), 'This \u2068فيس\u2069 account')
})
