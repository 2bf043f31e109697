import t from '@toile/testing/tap'
import { isOfInputMethod } from './input-method.js'

t.test("sends nothing on the Enter that ends an input method's word, in Safari too", (t) => {
  t.equal(isOfInputMethod({ isComposing: true, keyCode: 229 }), true)
  t.equal(isOfInputMethod({ isComposing: false, keyCode: 229 }), true, 'Safari, after the end of the composition')
  t.equal(isOfInputMethod({ isComposing: false, keyCode: 13 }), false)
  t.end()
})
