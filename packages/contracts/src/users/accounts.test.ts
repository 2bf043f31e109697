import t from '@toile/testing/tap'
import { cleanEmail, emailProblem } from './accounts.js'

t.test('a host has one canonical form, and the rest of an address stays as it is', async (t) => {
  t.equal(cleanEmail(' Ann\u200b@Mode.Example\u3002com '), 'Ann@mode.example.com')
  t.equal(cleanEmail('e\u0301@xn--BCHER-kva.example'), 'é@xn--bcher-kva.example')
  t.equal(cleanEmail('ann'), 'ann')
  for (const wrong of [
    'a@ex%61mple.com',
    'a@1.22',
    'a@0x7f.1',
    'a@[::1]',
    'a@b/c.example',
    '\u200b@b.example',
    '\ud800@b.example',
  ])
    t.ok(emailProblem(wrong), wrong)
  for (const right of ['a@b.example', 'a+b@b.co', 'é@bücher.example', '用户@例え.テスト', "o'hara@b.example"])
    t.notOk(emailProblem(right), right)
})
