import t from '@toile/testing/tap'
import { pages } from '@toile/contracts/pages.constants'
import { pageFolders } from './page-folders.js'

t.test('S20 removes cookies of every folder that contains a page', async (t) => {
  const folders = pages.flatMap((page) => {
    const parts = page.split('/').slice(1, -1)
    return parts.map((_, i) => `/${parts.slice(0, i + 1).join('/')}`)
  })
  t.strictSame([...pageFolders].sort(), [...new Set(folders)].sort())
})
