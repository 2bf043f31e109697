import t from '@toile/testing/tap'
import { renderDigest, renderMail, renderNotification } from './render.js'

const values = { publicUrl: 'https://toile.example', unsubscribeUrl: 'https://toile.example/unsubscribe?token=x' }

t.test('names in a right-to-left script are isolated in a mail, and user text keeps its own direction', async (t) => {
  const reset = renderMail('reset_password', 'en', { ...values, link: 'https://toile.example', username: 'ليلى' })
  t.match(reset.text, 'your account “\u2068ليلى\u2069” at')
  const banned = renderMail('banned', 'en', { ...values, link: '', username: '', reason: 'إعلان' })
  t.match(banned.html, '<p dir="auto" style="margin:0 0 16px">Reason: \u2068إعلان\u2069</p>')

  const notification = { message: '\u2068ليلى\u2069 commented on Coat', excerpt: 'معطف جميل (1)', path: '/project/1' }
  const single = renderNotification(notification, 'en', values)
  t.equal(single.subject, notification.message)
  t.match(single.html, `<p dir="auto" style="margin:0 0 16px">${notification.message}</p>`)
  t.match(single.html, `<p dir="auto" style="margin:0 0 16px">${notification.excerpt}</p>`)
  const digest = renderDigest([notification, notification], false, 'en', values)
  t.match(digest.html, /<p dir="auto"[^>]*><a [^>]*>\u2068ليلى\u2069 commented on Coat<\/a><\/p>/)
})
