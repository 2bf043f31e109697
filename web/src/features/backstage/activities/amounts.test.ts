import fc from 'fast-check'
import t from '@toile/testing/tap'
import { currencies, minorUnitsOf, typedAmount } from './amounts.js'

t.test('reads amounts as users write them and keeps minor units', async (t) => {
  const read = ['49.5', '1,50', ' 1200 ', '1.234', '', '-1', '1e3'].map((typed) => minorUnitsOf(typed, 'EUR'))
  t.strictSame(read, [4_950, 150, 120_000, undefined, undefined, undefined, undefined])
  t.equal(minorUnitsOf('1200', 'JPY'), 1_200)
  t.equal(minorUnitsOf('1.5', 'JPY'), undefined)
  const written = [typedAmount(4_950, 'EUR'), typedAmount(120_000, 'EUR'), typedAmount(3_000, 'JPY')]
  t.strictSame(written, ['49.50', '1200', '3000'])
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.constantFrom(...currencies, 'BHD'), (amount, currency) => {
      return minorUnitsOf(typedAmount(amount, currency), currency) === amount
    }),
    { numRuns: 500 },
  )
})
