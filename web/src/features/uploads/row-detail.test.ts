import { createElement } from 'react'
import t from '@toile/testing/tap'
import type { Upload } from '@toile/contracts/uploads/uploads'
import { htmlOf, startWords, textOf } from '../../lib/react.test-support.js'
import { UploadFailure } from './UploadFailure.js'
import type { Row, StageState } from './stage.js'
import { WorkProgress } from './WorkProgress.js'

// The data behind these texts is tested in uploads-progress.test.ts (API) and ticks.test.ts (relay).

await startWords()

const stateOf = (part: Partial<StageState>): StageState =>
  ({ stage: 'processed', progress: 0, version: 2, at: '', receivedAtMs: Date.now(), ...part }) as StageState

t.test('shows the place in line while waiting', async (t) => {
  const detailText = async (part: Partial<StageState>) =>
    textOf(await htmlOf(createElement(WorkProgress, { row: 'processed', kind: 'model', state: stateOf(part) })))
  t.equal(await detailText({ place: 1 }), 'Next in the queue')
  t.equal(await detailText({ place: 2 }), '2nd in the queue')
  t.equal(await detailText({ place: 13 }), '13th in the queue')
  t.notMatch(await detailText({}), /in the queue/)
})

t.test("shows a running worker's steps, time left and last update, and that it is gone", async (t) => {
  const eta = { minSeconds: 120, maxSeconds: 240 }
  const row: Exclude<Row, 'upload'> = 'ready_to_publish'
  const htmlAt = (secondsAgo: number, part: Partial<StageState> = {}) => {
    const state = stateOf({
      step: 'encode',
      progress: 0.6,
      eta,
      receivedAtMs: Date.now() - secondsAgo * 1_000,
      ...part,
    })
    return htmlOf(createElement(WorkProgress, { row, kind: 'model', state }))
  }
  const at = async (secondsAgo: number, part?: Partial<StageState>) => textOf(await htmlAt(secondsAgo, part))
  const html = await htmlAt(0)
  const steps = [...html.matchAll(/<li data-state="(\w+)">(.*?)<\/li>/g)].map(([, state, text]) => [text, state])
  t.strictSame(steps, [
    ['Creating the first image', 'done'],
    ['Saving the image', 'running'],
  ])
  t.match(html, '<progress aria-label="Progress of Ready to publish" value="0.6">')
  t.match(await at(0), /About 2 to 4 min left$/)
  t.match(await at(7), /About 1 to 4 min left Updated 7 s ago$/)
  t.match(await at(0, { eta: { minSeconds: 3_600, maxSeconds: 28_000 } }), /About 1 to 8 h left$/)
  t.notMatch(await at(0, { step: 'unheardOf' }), /unheardOf/, 'a step of a newer server has no words')
  t.notMatch(await at(600), /min left|Updated/, 'the worker counts as gone')
})

t.test('offers Retry for a fault of ours, and another file for one that is refused', async (t) => {
  const upload = { id: '01980000-0000-7000-8000-000000000001' } as Upload
  const detailText = async (retryable: boolean, params: Record<string, string> = {}) => {
    const failure = { code: 'PROCESSING_FAILED', message: 'Something went wrong.', params } as const
    const state = stateOf({ stage: 'failed', failure, retryable } as Partial<StageState>)
    return textOf(await htmlOf(createElement(UploadFailure, { upload, state })))
  }
  t.match(await detailText(true), /^Something went wrong\. .*Retry/)
  t.match(await detailText(true), `Reference: ${upload.id}`)
  t.notMatch(await detailText(true, { requestId: 'req-1' }), 'Reference', 'the message itself names one')
  t.match(await detailText(false), /^Something went wrong\. .*Upload another file/)
  t.notMatch(await detailText(false), /Retry/)
})
