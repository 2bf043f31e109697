import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Course, CourseVideo } from '@toile/contracts/courses/courses'
import { PROGRESS_EVERY_SECONDS } from '@toile/contracts/courses/courses.constants'
import { api } from '../../lib/api.js'
import { useSession } from '../../lib/session.js'

/** Smaller changes of the position are not reported. */
const STEP_SECONDS = 0.2

/**
 * Reports the position at most every PROGRESS_EVERY_SECONDS while the video plays, and at once when the user pauses,
 * hides the page or leaves the lesson. After a failed report, the next report carries the newer position.
 */
export function useProgress({ id: videoId, courseId, progress }: CourseVideo) {
  const queryClient = useQueryClient()
  const session = useSession()
  const state = useRef({
    seconds: progress?.seconds ?? 0,
    reportedSeconds: progress?.seconds ?? 0,
    reportedAtMs: 0,
    busy: false,
    again: false,
  })

  const report = async () => {
    const { seconds, reportedSeconds, busy } = state.current
    if (!session || Math.abs(seconds - reportedSeconds) < STEP_SECONDS) return
    // The position is reported again after the running call. If two calls ran in parallel, the older response could
    // arrive last and replace the newer one in the query cache.
    if (busy) return void (state.current.again = true)
    state.current = {
      ...state.current,
      reportedSeconds: seconds,
      reportedAtMs: performance.now(),
      busy: true,
      again: false,
    }
    const body = { seconds: Math.round(seconds * 10) / 10, at: new Date().toISOString() }
    const call = api.setProgress({ id: courseId, videoId, ...body }, { background: true })
    const reported = await call.catch(() => undefined)
    state.current.busy = false
    if (!reported) state.current.reportedSeconds = reportedSeconds
    if (state.current.again) void report()
    if (!reported) return
    queryClient.setQueryData<Course>(
      ['course', courseId],
      (course) =>
        course && {
          ...course,
          lessons: course.lessons.map((one) => (one.id === videoId ? { ...one, progress: reported } : one)),
        },
    )
  }

  const reportRef = useRef(report)
  useEffect(() => void (reportRef.current = report))
  useEffect(() => {
    const leave = () => void reportRef.current()
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      leave()
    }
  }, [videoId])

  return {
    seconds: () => state.current.seconds,
    play(seconds: number) {
      state.current.seconds = seconds
      if (performance.now() - state.current.reportedAtMs >= PROGRESS_EVERY_SECONDS * 1_000) void report()
    },
    rest(seconds: number) {
      state.current.seconds = seconds
      void report()
    },
  }
}
