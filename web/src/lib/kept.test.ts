import t from '@toile/testing/tap'
import { keep, readKept } from './kept.js'
import { forgetTyped, KEPT_KEY } from './kept-key.js'
import { local, session } from './storage.js'

let cookie = ''
Object.assign(globalThis, {
  document: {
    get cookie() {
      return cookie
    },
  },
})
const as = (sub: string) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  cookie =
    sub && `token=${encodeURIComponent(JSON.stringify(`${part({ alg: 'HS256' })}.${part({ sub, exp: 4e9 })}.x`))}`
}
t.beforeEach(() => {
  forgetTyped()
  as('ann')
})

t.test('what was typed is kept by place and person, until it is sent, and until one signs out', async (t) => {
  keep('comment 1', 'Lovely', '')
  keep('comment 2', 'drape', '')
  t.equal(readKept('comment 1', ''), 'Lovely')
  keep('comment 1', '', '')
  t.equal(readKept('comment 1', ''), undefined, 'sent')
  as('bob')
  t.equal(readKept('comment 2', ''), undefined, 'of somebody else')
  as('')
  keep('register', { email: 'visitor@mail.example' }, {})
  t.same(readKept('register', {}), { email: 'visitor@mail.example' })
  t.notMatch(local.getItem(KEPT_KEY), 'visitor', 'stays in the tab')
  as('ann')
  t.equal(readKept('register', {}), undefined)
  t.equal(readKept('comment 2', ''), 'drape')
  forgetTyped()
  t.equal(readKept('comment 2', ''), undefined)
  t.equal(session.getItem(KEPT_KEY), null)
})

t.test('it is kept for a day, of the last fifty places, and nothing is made of what is no text of ours', async (t) => {
  keep('comment 1', 'old', '')
  local.setItem(KEPT_KEY, local.getItem(KEPT_KEY)!.replace(/"at":\d+/, `"at":${Date.now() - 86_400_001}`))
  t.equal(readKept('comment 1', ''), undefined)
  for (let i = 0; i < 60; i++) keep(`place ${i}`, `${i}`, '')
  t.equal(readKept('place 9', ''), undefined)
  t.equal(readKept('place 10', ''), '10')
  keep('profile', { nickname: 'Ann' }, {})
  t.equal(readKept('profile', ''), undefined)
  for (const wrong of ['no JSON', '[]', '{"ann comment 1":null}', '{"ann comment 1":{"at":"x"}}', 'null']) {
    local.setItem(KEPT_KEY, wrong)
    t.equal(readKept('comment 1', ''), undefined, wrong)
    keep('comment 2', 'still', '')
    t.equal(readKept('comment 2', ''), 'still', wrong)
  }
})
