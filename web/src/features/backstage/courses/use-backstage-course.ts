import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as courseRoutes from '@toile/contracts/courses/courses.paths'
import type { Course } from '@toile/contracts/courses/courses'
import { ask, call } from '../../../lib/api.js'

const keyOf = (id: string) => ['backstage', 'courses', 'one', id]

/** A course as administrators see it, published or not. */
export function useBackstageCourse(id: string) {
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => ask(courseRoutes.getBackstageCourse)({ id }, { signal }),
    enabled: id !== '',
    staleTime: 0,
  })
  return { query, setCached: (course: Course) => queryClient.setQueryData(keyOf(id), course) }
}

/** A video of a course, with its texts, chapters and captions. */
export function useBackstageLesson(courseId: string, videoId: string) {
  const queryClient = useQueryClient()
  const queryKey = [...keyOf(courseId), videoId]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(courseRoutes.getCourseVideo)({ id: courseId, videoId }, { signal }),
    staleTime: 0,
  })
  return { query, setCached: (video: typeof query.data) => queryClient.setQueryData(queryKey, video) }
}

/** Creates a course of this title. */
export const createCourse = (title: string) => call(courseRoutes.createCourse)({ title }, { quiet: true })
