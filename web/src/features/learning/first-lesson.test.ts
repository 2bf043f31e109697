import t from '@toile/testing/tap'
import { firstLesson } from './first-lesson.js'

/** Lessons a, b, c ...: `w` is watched, `s` is started, `-` is new. */
const lessons = (states: string) =>
  [...states].map((state, i) => ({ id: 'abc'[i]!, progress: state === '-' ? null : { watched: state === 'w' } }))

t.test('opens a course at the lesson to continue with', async (t) => {
  const cases = [
    ['---', '', 'a'],
    ['s--', 'a', 'a'],
    ['w--', 'a', 'b'],
    ['ww-', 'a', 'c'],
    ['-sw', 'c', 'a'],
    ['www', 'a', 'b'],
    ['www', 'c', 'c'],
    ['', '', undefined],
  ] as const
  for (const [states, last, first] of cases)
    t.equal(firstLesson({ lessons: lessons(states), progress: last ? { videoId: last } : null }), first, states)
})
