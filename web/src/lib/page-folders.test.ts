import t from '@toile/testing/tap'
import { pages } from '@toile/contracts/pages.constants'
import { pageFolders } from './page-folders.js'

t.test('S20 every folder that a page lies in is one whose cookies are removed', async (t) => {
  const folders = pages.flatMap((page) => {
    const parts = page.split('/').slice(1, -1)
    return parts.map((_, i) => `/${parts.slice(0, i + 1).join('/')}`)
  })
  t.strictSame([...pageFolders].sort(), [...new Set(folders)].sort())
})
