import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import t from '@toile/testing/tap'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

await t.test('docs/formats.md names only existing tests', async (t) => {
  const text = await readFile(path.join(root, 'docs/formats.md'), 'utf8')
  const proofs = [...text.matchAll(/\| \[([^\]]+)\]\(\.\.\/([^)]+)\) \|/g)]
  t.ok(proofs.length > 30)
  t.equal(
    text.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:Format|Feature|---)/.test(line)).length,
    proofs.length,
  )
  for (const [, title, file] of proofs) {
    const source = await readFile(path.join(root, file!), 'utf8')
    t.ok(title === path.basename(file!) || source.includes(title!), `${file}: ${title}`)
  }
})
