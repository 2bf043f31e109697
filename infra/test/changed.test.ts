import t from '@toile/testing/tap'
import { dependingOn } from './changed.js'
import { testFiles } from './test-files.js'

t.test('a changed file selects the tests that import or start it, whatever its kind', async (t) => {
  const selectedBy = async (file: string) => (await dependingOn([file], testFiles())).map(({ source }) => source)
  const ofScript = await selectedBy('packages/media/src/cycles/picture.py')
  t.ok(ofScript.includes('workers/renders/src/cycles.test.ts'), 'a script that a child process reads')
  t.notOk(ofScript.includes('packages/contracts/src/ids.test.ts'))
  t.ok((await selectedBy('docs/threats.md')).includes('infra/test/threats.test.ts'))
  t.ok((await selectedBy('docs/formats.md')).includes('packages/media/src/models/formats-document.test.ts'))
  t.ok((await selectedBy('docs/operators.md')).includes('infra/docker/compose.test.ts'))
})
