import fc from 'fast-check'
import t from '@toile/testing/tap'
import { cleanText, lengthOf } from '@toile/contracts/texts'
import { MAX_INTRO_LENGTH, titleLength } from '@toile/contracts/works/works.constants'
import { emptyDraft, missing, patchOf, unsaved } from './draft.js'

t.test('lists what a draft lacks, and names emptied fields in its patch', async (t) => {
  const full = {
    ...emptyDraft,
    title: ' 👗👗👗👗 ',
    intro: 'x'.repeat(999),
    categories: ['dress' as const],
    tags: ['linen'],
    coverId: 'c',
    uploadId: 'u',
  }
  const good = { ready: true, verified: true, sending: false }
  t.strictSame(missing(full, good), [])
  t.strictSame(missing({ ...full, title: 'abc' }, good), ['title'])
  t.strictSame(missing({ ...full, title: 'x'.repeat(51), intro: 'x'.repeat(1_000) }, good), ['title', 'intro'])
  t.equal(missing(emptyDraft, { ready: false, verified: false, sending: false }).length, 8)
  t.strictSame(missing({ ...full, uploadId: null }, good), ['content'])
  t.strictSame(missing(full, { ...good, sending: true }), ['pictures'])
  t.strictSame(missing({ ...full, uploadId: null, imageIds: ['i'] }, good), [])
  t.strictSame(patchOf({ title: ' ', tags: [] }), { title: ' ', tags: [], clear: ['title'] })
  t.strictSame(patchOf({ uploadId: null, videoUploadId: 'v' }), { videoUploadId: 'v', clear: ['uploadId'] })
  t.strictSame(unsaved({ title: 'a', intro: 'b' }, { title: 'a' }), { intro: 'b' })
})

t.test('C09 counts letters as the server does, whatever they are made of', async () => {
  const letter = fc.constantFrom(
    'a',
    ' ',
    '\u3000',
    '汉',
    'e\u0301',
    '\u0301',
    '\u1112\u1161\u11ab',
    '👩\u200d👧',
    '𝒳',
    '\n',
    '\ufb01',
  )
  const text = fc.oneof(fc.string({ unit: letter, maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 60 }))
  fc.assert(
    fc.property(text, (typed) => {
      const counted = lengthOf(cleanText(typed))
      const needs = missing(
        { ...emptyDraft, title: typed, intro: typed.repeat(20) },
        { ready: true, verified: true, sending: false },
      )
      const long = lengthOf(cleanText(typed.repeat(20)))
      const isTitleCounted = needs.includes('title') === (counted < titleLength.min || counted > titleLength.max)
      return isTitleCounted && needs.includes('intro') === (long === 0 || long > MAX_INTRO_LENGTH)
    }),
    { numRuns: 500 },
  )
})
