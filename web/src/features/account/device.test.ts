import t from '@toile/testing/tap'
import { deviceOf } from './device.js'

t.test('names a device by its User-Agent', async (t) => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36'
  t.strictSame(deviceOf(chrome), { browser: 'Chrome', system: 'Linux' })
  t.equal(deviceOf(`${chrome} Edg/120.0`)?.browser, 'Edge')
  t.equal(deviceOf('curl/8'), undefined)
})
