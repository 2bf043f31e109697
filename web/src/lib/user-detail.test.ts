import t from '@toile/testing/tap'
import { userDetailOf } from './user-detail.js'

t.test('builds userDetail from the current user as the specification says', async (t) => {
  const me = {
    id: 'i',
    name: 'ann',
    nickname: '',
    group: 'user' as const,
    email: 'a@b.cc',
    email_verified_at: null,
    invite_code: 'x',
    extra: { refer: null },
    avatars: [{ url: 'one' }, { url: 'two' }],
  }
  t.strictSame(userDetailOf(me), {
    id: 'i',
    name: 'ann',
    nickname: '',
    email: 'a@b.cc',
    email_verified_at: null,
    invite_code: 'x',
    avatars: 'one',
    identify: 'user',
  })
  const other = userDetailOf({ ...me, nickname: 'Ann', extra: { refer: 'r' }, avatars: [] })
  t.hasStrict(other, { name: 'Ann', refer: 'r', avatars: '' })
})
