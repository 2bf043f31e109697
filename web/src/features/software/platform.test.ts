import t from '@toile/testing/tap'
import { platformOf } from './platform.js'

t.test('names the platform, and takes an iPad that presents itself as a Mac for none', async (t) => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  t.equal(platformOf({ userAgent: mac, maxTouchPoints: 0 }), 'macos')
  t.equal(platformOf({ userAgent: mac, maxTouchPoints: 5 }), undefined)
  t.equal(platformOf({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', maxTouchPoints: 10 }), 'windows')
  t.equal(platformOf({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', maxTouchPoints: 0 }), 'linux')
  t.equal(platformOf({ userAgent: 'Mozilla/5.0 (Linux; Android 15)', maxTouchPoints: 5 }), undefined)
})
