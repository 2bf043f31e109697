import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import t from '@toile/testing/tap'
import { makeAhead } from './make-ahead.js'

const folder = mkdtempSync(path.join(tmpdir(), 'toile-ahead-'))
t.teardown(() => rmSync(folder, { recursive: true }))

await t.test('garments are made one after the other and each is reported when its file exists', async (t) => {
  const ahead = makeAhead(['scarf', 'wide-brim-hat'], folder, AbortSignal.timeout(200_000))
  await ahead.untilMade('wide-brim-hat')
  t.same(readdirSync(folder).sort(), ['scarf.glb', 'wide-brim-hat.glb'])
  t.ok(statSync(path.join(folder, 'scarf.glb')).size > 1_000_000)
  await ahead.untilMade('scarf')
  await ahead.end()
})

await t.test('waiting rejects when the process ends early', async (t) => {
  const unknown = makeAhead(['emperors-new-clothes'], folder, AbortSignal.timeout(200_000))
  await t.rejects(unknown.untilMade('emperors-new-clothes'), { message: 'making the garments ended with 1' })
  const stopping = new AbortController()
  const stopped = makeAhead(['scarf'], folder, stopping.signal)
  stopping.abort()
  await t.rejects(stopped.untilMade('scarf'), /making the garments ended/)
  await stopped.end()
})
