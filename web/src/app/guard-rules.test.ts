import t from '@toile/testing/tap'
import { isExempt, signInAddress } from './guard-rules.js'

const ORIGIN = 'https://toile.example'

t.test('sends a visitor to sign in with the way back, and keeps the way back of an exempt page', async (t) => {
  t.equal(
    signInAddress('/admin/works?tab=draft', '/', '', ORIGIN),
    '/login/signin?backUrl=%2Fadmin%2Fworks%3Ftab%3Ddraft',
  )
  t.equal(
    signInAddress('/upload', '/login/signin', '?backUrl=/project/1', ORIGIN),
    '/login/signin?backUrl=%2Fproject%2F1',
  )
  t.equal(
    signInAddress('/upload', '/login/register', '?backUrl=/static/about-us', ORIGIN),
    '/login/signin?backUrl=%2Fstatic%2Fabout-us',
  )
  for (const from of ['/login/register', '/social/google/login', '/agreement/agree'])
    t.equal(signInAddress('/upload', from, '', ORIGIN), '/login/signin')
  t.equal(isExempt('/agreements'), false)
})
