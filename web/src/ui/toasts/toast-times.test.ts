import t from '@toile/testing/tap'
import { toastTimes, TOAST_TOP_PX } from './toast-times.js'

t.test('places toasts and times them as the specification says', async (t) => {
  t.hasStrict(toastTimes, { request: 2_500, interface: 2_000, message: 3_000, notification: 4_500, notice: 1_500 })
  t.equal(TOAST_TOP_PX, 74)
})
