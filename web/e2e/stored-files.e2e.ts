import { Readable } from 'node:stream'
import { newId } from '@toile/contracts/ids'
import { insertFile } from '@toile/db/files/files'
import { findLogin } from '@toile/db/users/users'
import { storageKey } from '@toile/storage/keys'
import { expect } from 'playwright/test'
import { openTestDb, openTestStore } from './toile-under-test.js'
import { test } from './test.js'
import { creator, creatorSession } from './visitor.js'

const SCRIPT = `window.__xss=1;document.title='ran';fetch('/auth/me');new Image().src='/favicon.svg?ran'`
const page = `<!doctype html><title>stored</title><script>${SCRIPT}</script><img src="/favicon.svg?shown" onerror="${SCRIPT}">
  <iframe src="/"></iframe><form action="/auth/logout" method="post"><button autofocus>go</button></form>`

// Toile never stores the first three content types, because browsers execute scripts in such files. The test stores
// them all the same, to show that opening them would do no harm either.
const files = [
  { name: 'page.html', type: 'text/html', bytes: page },
  {
    name: 'picture.svg',
    type: 'image/svg+xml',
    bytes: `<svg xmlns="http://www.w3.org/2000/svg"><script>${SCRIPT}</script></svg>`,
  },
  {
    name: 'words.xml',
    type: 'application/xml',
    bytes: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script></html>`,
  },
  { name: 'model.glb', type: 'application/octet-stream', bytes: page },
  { name: 'picture.webp', type: 'image/webp', bytes: page },
]

test('U17 opened stored files run nothing and request nothing of our pages', async ({ open }) => {
  const db = openTestDb()
  const owner = (await findLogin(db, creator.login))!
  const tab = await open(await creatorSession())
  let paths: string[] = []
  // Responses show which requests were really sent: a request that the CSP blocks fails without a response.
  tab.on('response', (response) => paths.push(new URL(response.url()).pathname))
  for (const kind of ['image', 'original'] as const)
    for (const { name, type, bytes } of files) {
      const id = newId()
      const key =
        kind === 'image'
          ? storageKey('images', id, { name: 'x', hash: 'x', extension: 'bin' })
          : storageKey('originals', id)
      await (await openTestStore()).put(key, Readable.from([Buffer.from(bytes)]), { contentType: type })
      const size = Buffer.byteLength(bytes)
      await insertFile(db, {
        id,
        ownerId: owner.id,
        kind,
        key,
        contentType: type,
        bytes: size,
        sha256: null,
        state: 'stored',
      })
      await db.updateTable('files').set({ public: true }).where('id', '=', id).execute()

      paths = []
      const isSaved = kind === 'original' || type === 'application/octet-stream'
      const saved = isSaved ? tab.waitForEvent('download') : undefined
      const path = `/files/${id}/${name}`
      // goto() rejects for downloads, because no page opens.
      const response = await tab.goto(path).catch(() => undefined)
      if (isSaved) await saved
      else {
        expect(response?.headers()['content-security-policy'], name).toBe("sandbox; default-src 'none'")
        expect(response?.headers()['x-content-type-options'], name).toBe('nosniff')
        expect(await tab.title(), name).not.toBe('ran')
      }
      expect(
        paths.filter((one) => one !== path && one !== '/favicon.ico'),
        `${kind} ${name}`,
      ).toEqual([])
      await db.deleteFrom('files').where('id', '=', id).execute()
    }
  await db.destroy()
})
