import fc from 'fast-check'
import t from '@toile/testing/tap'
import { cleanText, lengthOf } from './texts.js'

t.test('C09 text without visible characters is empty', async (t) => {
  for (const text of [
    '',
    ' \n\t',
    '\u3000',
    '\u200b',
    '\u2800\u2800',
    '\u3164',
    '\u00ad\u2060',
    '\u{e0041}',
    '\u{1d159}',
  ])
    t.equal(cleanText(text), '', JSON.stringify(text))
  for (const text of ['\u202e\u2066\u200e', '\u200d\u200c', '\ufe0f', '\u0301\u0301', '\u0000\u001b', ' \u115f\u17b4 '])
    t.equal(cleanText(text), '', JSON.stringify(text))
  for (const text of ['.', '。', '\u0661', '🧵', '\u20ac', '𠮷', '⠓\u2800⠊']) t.equal(cleanText(text), text)
})

t.test('keeps joiners, variation selectors and flag tags where they are needed, and nowhere else', async (t) => {
  const needed = {
    family: '👨‍👩‍👧‍👦',
    'skin tones': '👩🏻‍🤝‍👨🏿',
    'pirate flag': '🏴‍☠️',
    'rainbow flag': '🏳️‍🌈',
    Wales: '🏴󠁧󠁢󠁷󠁬󠁳󠁿',
    keycap: '1️⃣',
    Persian: 'می‌خواهم',
    Hindi: 'क्‍ष',
    'Malayalam at the end': 'അവന്‍',
    'Japanese name': '葛󠄀城',
    Mongolian: 'ᠠ᠋ᠨ',
  }
  for (const [name, text] of Object.entries(needed)) t.equal(cleanText(text), text, name)
  t.equal(cleanText('si\u200blk\u200d\u2060 \u202edress\u202c'), 'silk dress')
  t.equal(cleanText('👗\u200d'), '👗')
  t.equal(cleanText('می\u200c\u200c\u200cخواهم'), 'می\u200cخواهم')
})

t.test('marks stack no higher than in any language', async (t) => {
  t.equal(cleanText(`a${'\u0316'.repeat(30)}b`), `a${'\u0316'.repeat(4)}b`)
  // Without the limit on marks, NFC takes 20 s to sort these.
  t.equal(lengthOf(cleanText(`a${'\u0315\u0316'.repeat(200_000)}`)), 5)
  t.equal(cleanText(`a${'\u0316\u034f\u0316\ufe0f\u200d'.repeat(9)}`), `a${'\u0316'.repeat(4)}`)
  for (const text of ['Việt Nam', 'שָּׁ֥לוֹם', 'กี่', 'बाँग्ला', 'בְּרֵאשִׁ֖ית', 'مُحَمَّدٌ'])
    t.equal(cleanText(text), text.normalize('NFC'))
})

t.test('cleaning makes no text longer and stacks no marks higher', async () => {
  const piece = fc.constantFrom(
    'a',
    ' ',
    '\u0301',
    '\u200d',
    '\u200c',
    '\ufe0f',
    '👩',
    '🏴',
    '\u{e0067}',
    '\u{e007f}',
    'क',
    '्',
    'م',
    '\u2800',
    '\u034f',
  )
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: piece }), fc.string({ unit: 'binary' })), (text) => {
      const clean = cleanText(text)
      return lengthOf(clean) <= lengthOf(text.normalize('NFC')) && !/[\p{Mn}\p{Me}]{5}/u.test(clean)
    }),
    { numRuns: 2_000 },
  )
})
