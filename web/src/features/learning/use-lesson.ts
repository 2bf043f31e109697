import { useQuery } from '@tanstack/react-query'
import * as courseRoutes from '@toile/contracts/courses/courses.paths'
import type { Course } from '@toile/contracts/courses/courses'
import { ask } from '../../lib/api.js'

/** A course with its videos. */
export function useCourse(id: string) {
  return useQuery({
    queryKey: ['course', id],
    queryFn: ({ signal }) => ask(courseRoutes.getCourse)({ id }, { signal }),
    enabled: id !== '',
    staleTime: 0,
  })
}

/** A video of a course. What another device has noted since must not be missed: it is asked for anew each time. */
export function useLesson(courseId: string, videoId: string | undefined) {
  return useQuery({
    queryKey: ['course', courseId, videoId],
    queryFn: ({ signal }) => ask(courseRoutes.getCourseVideo)({ id: courseId, videoId: videoId! }, { signal }),
    enabled: videoId !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
}

/** The video to begin with: the one that one was at, or the one after it if that is watched; else the first. */
export function firstLesson({ lessons, progress }: Course): string | undefined {
  const at = lessons.findIndex(({ id }) => id === progress?.videoId)
  const seen = lessons[at]
  if (!seen) return lessons[0]?.id
  return seen.progress?.watched ? (lessons[at + 1] ?? seen).id : seen.id
}
