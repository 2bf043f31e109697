import t from '@toile/testing/tap'
import { notificationText, type NotificationContent } from './notifications/notification-words.js'
import { messageText } from './words.js'

t.test('user text keeps its own direction within our sentences', async (t) => {
  const content: NotificationContent = {
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
    const { message } = notificationText(content, language)
    t.match(message, '\u2068ليلى (1)\u2069', 'each name')
    t.match(message, '\u2068שמלה!\u2069', 'each title')
    t.notMatch(message, '\u2068Ann\u2069', 'and nothing else')
  }
  t.match(messageText('IDENTITY_USED', { provider: 'فيس' }, 'en'), 'This \u2068فيس\u2069 account')
})
