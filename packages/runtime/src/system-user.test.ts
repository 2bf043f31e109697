import t from '@toile/testing/tap'
import { systemUser } from './system-user.js'

await t.test('U07 refuses a missing system user instead of running as root', (t) => {
  t.equal(systemUser(undefined), undefined)
  if (process.getuid?.() === 0) t.throws(() => systemUser('toile-medai'), /no system user "toile-medai"/)
  else t.equal(systemUser('toile-medai'), undefined, 'only root changes')
  t.end()
})
