import { resolveObjectURL } from 'node:buffer'
import { setTimeout as later } from 'node:timers/promises'
import t from '@toile/testing/tap'
import { saveBlob } from './save-blob.js'

t.test('keeps a saved file fetchable after the press, and releases it later', async (t) => {
  const link = { href: '', download: '', click() {} }
  Object.assign(globalThis, { document: { createElement: () => link } })
  t.teardown(() => Reflect.deleteProperty(globalThis, 'document'))
  saveBlob(new Blob(['{}']), 'export.json', 50)
  t.equal(link.download, 'export.json')
  await later(0)
  t.ok(resolveObjectURL(link.href), 'by a browser that asks first')
  while (resolveObjectURL(link.href)) await later(5)
})
