import t from '@toile/testing/tap'
import { saveFormDraft, readFormDraft } from './form-drafts.js'
import { clearFormDrafts, FORM_DRAFTS_KEY } from './form-drafts-key.js'
import { local, session } from '../storage.js'

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
  clearFormDrafts()
  as('ann')
})

t.test('keeps input by form and user, until it is sent or the user signs out', async (t) => {
  saveFormDraft('comment 1', 'Lovely', '')
  saveFormDraft('comment 2', 'drape', '')
  t.equal(readFormDraft('comment 1', ''), 'Lovely')
  saveFormDraft('comment 1', '', '')
  t.equal(readFormDraft('comment 1', ''), undefined, 'sent')
  as('bob')
  t.equal(readFormDraft('comment 2', ''), undefined, 'of another user')
  as('')
  saveFormDraft('register', { email: 'visitor@mail.example' }, {})
  t.same(readFormDraft('register', {}), { email: 'visitor@mail.example' })
  t.notMatch(local.getItem(FORM_DRAFTS_KEY), 'visitor', 'stays in the tab')
  as('ann')
  t.equal(readFormDraft('register', {}), undefined)
  t.equal(readFormDraft('comment 2', ''), 'drape')
  clearFormDrafts()
  t.equal(readFormDraft('comment 2', ''), undefined)
  t.equal(session.getItem(FORM_DRAFTS_KEY), null)
})

t.test('keeps input for a day and for the last fifty forms, and ignores foreign data in storage', async (t) => {
  saveFormDraft('comment 1', 'old', '')
  local.setItem(FORM_DRAFTS_KEY, local.getItem(FORM_DRAFTS_KEY)!.replace(/"at":\d+/, `"at":${Date.now() - 86_400_001}`))
  t.equal(readFormDraft('comment 1', ''), undefined)
  for (let i = 0; i < 60; i++) saveFormDraft(`place ${i}`, `${i}`, '')
  t.equal(readFormDraft('place 9', ''), undefined)
  t.equal(readFormDraft('place 10', ''), '10')
  saveFormDraft('profile', { nickname: 'Ann' }, {})
  t.equal(readFormDraft('profile', ''), undefined)
  for (const wrong of ['no JSON', '[]', '{"ann comment 1":null}', '{"ann comment 1":{"at":"x"}}', 'null']) {
    local.setItem(FORM_DRAFTS_KEY, wrong)
    t.equal(readFormDraft('comment 1', ''), undefined, wrong)
    saveFormDraft('comment 2', 'still', '')
    t.equal(readFormDraft('comment 2', ''), 'still', wrong)
  }
})
