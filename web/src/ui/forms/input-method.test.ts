import t from '@toile/testing/tap'
import { isOfInputMethod } from './input-method.js'

t.test('Enter that ends a word of an input method sends nothing, in Safari neither', (t) => {
  t.equal(isOfInputMethod({ isComposing: true, keyCode: 229 }), true)
  t.equal(isOfInputMethod({ isComposing: false, keyCode: 229 }), true, 'Safari, after the end of the composition')
  t.equal(isOfInputMethod({ isComposing: false, keyCode: 13 }), false)
  t.end()
})
