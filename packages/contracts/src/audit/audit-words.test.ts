import t from '@toile/testing/tap'
import { auditActions, auditWords, describeAction } from './audit-words.js'
import { undoOf } from './audit.constants.js'

t.test('every action that recordAudit takes has a sentence in both languages', async (t) => {
  for (const [language, { actions }] of Object.entries(auditWords)) {
    t.same(Object.keys(actions).sort(), [...auditActions].sort(), 'and there is no sentence of another')
    for (const name of auditActions) {
      t.match(actions[name], '{{actor}}', name)
      t.equal(/[一-鿿]/u.test(actions[name]), language === 'zh-CN', `${name} in ${language}`)
    }
    t.equal(new Set(Object.values(actions)).size, auditActions.length, 'no two say the same')
  }
})

t.test('the undo of an action is an action too, and undoing it leads back to the first', async (t) => {
  for (const name of auditActions) {
    const undo = undoOf(name)
    if (undo) t.equal(undoOf(undo), name)
  }
})

t.test('braces in names stay as they are, and a deleted subject is named as gone', async (t) => {
  const noted = { action: 'work.hidden', actor: '{subject}', subject: null, params: {}, undoes: null } as const
  t.equal(describeAction(noted, 'en'), '{subject} hid the work “(deleted)”')
  t.equal(
    describeAction({ ...noted, actor: null, params: { by: 'cli' } }, 'en').split(' hid')[0],
    'An operator on the command line',
  )
})

t.test('codes in a row are written out in words', async (t) => {
  const noted = { actor: 'A', subject: 'B', undoes: null } as const
  const cleared = { ...noted, action: 'user.cleared', params: { fields: 'company, avatar, later' } } as const
  t.equal(describeAction(cleared, 'zh-CN'), 'A 清空了 B 的个人资料：公司、头像、later')
  t.equal(describeAction(cleared, 'en'), 'A cleared the profile of B: company, profile image, later')
  t.equal(
    describeAction({ ...noted, action: 'queue.paused', params: { queue: 'images' } }, 'zh-CN'),
    'A 暂停了队列“图片”',
  )
  t.equal(
    describeAction({ ...noted, action: 'export.requested', params: { table: 'users' } }, 'zh-CN'),
    'A 申请导出“用户”',
  )
})
