import t from '@toile/testing/tap'
import { isTrustworthyOrigin } from './trustworthy-origin.js'

t.test('https and this machine are secure contexts, a network over plain http is not', (t) => {
  for (const url of [
    'https://toile.example',
    'http://localhost:8080',
    'http://a.localhost',
    'http://127.0.0.2',
    'http://[::1]:8080',
  ])
    t.ok(isTrustworthyOrigin(url), url)
  for (const url of [
    'http://toile.test:8080',
    'http://192.168.1.7',
    'http://127.0.0.1.example',
    'http://notlocalhost',
    'http://[fe80::1]',
  ])
    t.notOk(isTrustworthyOrigin(url), url)
  t.end()
})
