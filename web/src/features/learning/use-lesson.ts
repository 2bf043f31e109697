import { useQuery } from '@tanstack/react-query'
import type { Course } from '@toile/contracts/courses/courses'
import { ask } from '../../lib/api.js'
import type { Routes } from '@toile/contracts/routes'

/** A course with its videos. */
export function useCourse(id: string) {
  return useQuery({
    queryKey: ['course', id],
    queryFn: ({ signal }) => ask<Routes['getCourse']>('GET', `/courses/${encodeURIComponent(id)}`, {}, { signal }),
    enabled: id !== '',
    staleTime: 0,
  })
}

/** A video of a course. What another device has noted since must not be missed: it is asked for anew each time. */
export function useLesson(courseId: string, videoId: string | undefined) {
  return useQuery({
    queryKey: ['course', courseId, videoId],
    queryFn: ({ signal }) =>
      ask<Routes['getCourseVideo']>('GET', `/courses/${courseId}/videos/${videoId}`, {}, { signal }),
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
