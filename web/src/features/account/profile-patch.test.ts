import t from '@toile/testing/tap'
import { isDirty, patchOf } from './profile-patch.js'

t.test('the profile is patched by what differs, emptied fields are named', async (t) => {
  const saved = {
    nickname: 'Ann',
    occupation: 'x',
    company: '',
    location: '',
    website: '',
    description: '',
    emailSwitch: true,
    language: 'en' as const,
  }
  t.equal(isDirty(saved, { ...saved }), false)
  const patch = patchOf(saved, { ...saved, occupation: '', company: 'C', emailSwitch: false })
  t.strictSame(patch, { company: 'C', emailSwitch: false, clear: ['occupation'] })
})
