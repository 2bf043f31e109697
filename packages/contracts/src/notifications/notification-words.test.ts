import t from '@toile/testing/tap'
import { notificationText, type NotificationContent } from './notification-words.js'

const contentOf = (part: Partial<NotificationContent>): NotificationContent => ({
  kind: 'upload_ready',
  actors: [],
  people: 0,
  title: '',
  excerpt: '',
  params: {},
  hidden: false,
  ...part,
})
const text = (part: Partial<NotificationContent>, language: 'en' | 'zh-CN' = 'en') =>
  notificationText(contentOf(part), language).message

t.test('a sentence about a work without a title starts with a capital letter; names keep theirs', async (t) => {
  t.equal(text({}), 'Your work is ready to publish')
  t.equal(text({ title: 'silk dress' }), 'silk dress is ready to publish')
  t.equal(text({ kind: 'like', actors: [{ name: 'ann', nickname: '' }], people: 1 }), 'ann liked your work')
  t.equal(text({}, 'zh-CN'), '《未命名作品》可以发布了')
})

t.test('a removal names its date in words', async (t) => {
  const removal = { kind: 'removal', params: { removal: 'uploads', count: 2, date: '2026-12-06' } } as const
  t.equal(text(removal), 'Your 2 uploads will be deleted on Dec 6, 2026 unless you verify your email')
  t.match(text(removal, 'zh-CN'), '你上传的 2 个文件将于 2026年12月6日删除，')
})

t.test('people and awards are set apart in Chinese', async (t) => {
  const actors = ['安', '李'].map((nickname) => ({ name: nickname, nickname }))
  t.equal(text({ kind: 'follow', actors, people: 2 }, 'zh-CN'), '安 和 李 关注了你')
  t.equal(text({ kind: 'follow', actors, people: 5 }, 'zh-CN'), '安、李 等 5 人 关注了你')
  t.equal(text({ kind: 'winner', title: '羊毛', params: { award: '金奖' } }, 'zh-CN'), '你在《羊毛》中获得了“金奖”')
})
