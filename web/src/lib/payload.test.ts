import t from '@toile/testing/tap'
import { fillPath, isAdminRequest, toQuery, withoutApiPrefix, withoutEmpty } from './payload.js'

t.test('drops empty values from payloads and keeps 0, false and empty arrays', async (t) => {
  const payload = { a: undefined, b: null, c: '', d: 0, e: false, f: [] }
  t.strictSame(withoutEmpty(payload), { d: 0, e: false, f: [] })
  t.equal(toQuery({ sort: 'latest', cursor: '', limit: 0, tag: ['a b', 'c'] }), '?sort=latest&limit=0&tag=a+b&tag=c')
  t.equal(toQuery({}), '')
  t.equal(withoutApiPrefix('/api/auth/login'), '/auth/login')
  t.equal(withoutApiPrefix('/apiary'), '/apiary')
  t.equal(isAdminRequest('/works', '/'), false)
  t.equal(isAdminRequest('/uploads', '/'), true)
  t.equal(isAdminRequest('/works', '/admin/works'), true)
  t.equal(isAdminRequest('/works', '/backgroundAdmin/userManagement'), true)
})

t.test('takes path parameters out of the input', async (t) => {
  t.strictSame(fillPath('/queues/:name/jobs/:id', { name: 'uploads', id: 'a/b', reason: 'c' }), {
    address: '/queues/uploads/jobs/a%2Fb',
    rest: { reason: 'c' },
  })
  const form = new FormData()
  t.equal(fillPath('/images', form).rest, form)
})
