import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import t from '@toile/testing/tap'
import { removeLeftWorkFolders, withWorkFolder } from './work-folders.js'

/** Nests two chains of folders, which together have a longer path than the system allows. */
function makeDeep(folder: string): void {
  const deep = Array<string>(15).fill('d'.repeat(200)).join('/')
  mkdirSync(path.join(folder, deep), { recursive: true })
  mkdirSync(path.join(folder, 'other', deep), { recursive: true })
  renameSync(path.join(folder, 'other'), path.join(folder, deep, 'other'))
}

await t.test('U07 removes too deeply nested folders of a child, after a job and at startup', async (t) => {
  let used = ''
  await withWorkFolder(async (folder) => makeDeep((used = folder)))
  t.notOk(existsSync(used))
  const left = path.join(tmpdir(), 'toile-work-99999999-left')
  await mkdir(left)
  makeDeep(left)
  await removeLeftWorkFolders()
  t.notOk(existsSync(left))
})
