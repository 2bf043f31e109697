import t from '@toile/testing/tap'
import { cutText } from './cut-text.js'

t.test('cuts a text between characters, so that the rest can be stored', async (t) => {
  t.equal(cutText('Coat', 4), 'Coat')
  t.equal(cutText('Coat 👗👗', 6), 'Coat 👗')
  t.equal(cutText('👗👗👗', 2), '👗👗')
  t.equal(cutText('', 2), '')
})
