import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Course, CourseVideo, courseRoutes } from '@toile/contracts/courses/courses'
import { progressEverySeconds } from '@toile/contracts/courses/courses.constants'
import { call, FAILED } from '../../lib/api.js'
import { useSession } from '../../lib/session.js'

/** Less than this is no news. */
const STEP_SECONDS = 0.2

/**
 * Tells the server how far one is: at most every few seconds while the video plays, at once when it rests or the page
 * goes. What could not be told is told with the next one. Visitors are not followed.
 */
export function useProgress({ id: videoId, courseId, progress }: CourseVideo) {
  const queryClient = useQueryClient()
  const session = useSession()
  const state = useRef({
    seconds: progress?.seconds ?? 0,
    told: progress?.seconds ?? 0,
    toldAt: 0,
    busy: false,
    again: false,
  })

  const tell = async () => {
    const { seconds, told, busy } = state.current
    if (!session || Math.abs(seconds - told) < STEP_SECONDS) return
    // What comes meanwhile is told after it: calls that overtake one another would end with the older word.
    if (busy) return void (state.current.again = true)
    state.current = { ...state.current, told: seconds, toldAt: performance.now(), busy: true, again: false }
    const path = `/courses/${courseId}/videos/${videoId}/progress` as const
    const body = { seconds: Math.round(seconds * 10) / 10, at: new Date().toISOString() }
    const answer = await call<typeof courseRoutes.setProgress>('PUT', path, body, { quiet: true, background: true })
    state.current.busy = false
    if (answer.code === FAILED) return void (state.current.told = told)
    if (state.current.again) void tell()
    queryClient.setQueryData<Course>(
      ['course', courseId],
      (course) =>
        course && {
          ...course,
          lessons: course.lessons.map((one) => (one.id === videoId ? { ...one, progress: answer.data } : one)),
        },
    )
  }

  const telling = useRef(tell)
  useEffect(() => void (telling.current = tell))
  useEffect(() => {
    const leave = () => void telling.current()
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      leave()
    }
  }, [videoId])

  return {
    /** Where the video is now. */
    seconds: () => state.current.seconds,
    play(seconds: number) {
      state.current.seconds = seconds
      if (performance.now() - state.current.toldAt >= progressEverySeconds * 1_000) void tell()
    },
    rest(seconds: number) {
      state.current.seconds = seconds
      void tell()
    },
  }
}
