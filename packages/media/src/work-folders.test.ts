import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import t from '@toile/testing/tap'
import { removeLeftWorkFolders, withWorkFolder } from './work-folders.js'

/** Deeper than any path may be long: two that are not, one of them in the other. */
function makeDeep(folder: string): void {
  const deep = Array<string>(15).fill('d'.repeat(200)).join('/')
  mkdirSync(path.join(folder, deep), { recursive: true })
  mkdirSync(path.join(folder, 'other', deep), { recursive: true })
  renameSync(path.join(folder, 'other'), path.join(folder, deep, 'other'))
}

await t.test('U07 folders that a child has made too deep are removed, after a job and at a start', async (t) => {
  let used = ''
  await withWorkFolder(async (folder) => makeDeep((used = folder)))
  t.notOk(existsSync(used))
  // No process has this number.
  const left = path.join(tmpdir(), 'toile-work-99999999-left')
  await mkdir(left)
  makeDeep(left)
  await removeLeftWorkFolders()
  t.notOk(existsSync(left))
})
