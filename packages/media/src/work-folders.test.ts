import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import t from '@toile/testing/tap'
import { removeLeftWorkFolders, withWorkFolder } from './work-folders.js'

// Deeper than any path may be long.
const DEEP = 'for i in $(seq 40); do mkdir "$0" && cd "$0" || exit 1; done'
const makeDeep = (cwd: string) => execFileSync('sh', ['-c', DEEP, 'd'.repeat(200)], { cwd })

await t.test('U07 folders that a child has made too deep are removed, after a job and at a start', async (t) => {
  let used = ''
  await withWorkFolder(async (folder) => void makeDeep((used = folder)))
  t.notOk(existsSync(used))
  // No process has this number.
  const left = path.join(tmpdir(), 'toile-work-99999999-left')
  await mkdir(left)
  makeDeep(left)
  await removeLeftWorkFolders()
  t.notOk(existsSync(left))
})
