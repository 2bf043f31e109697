import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Course } from '@toile/contracts/courses/courses'
import { api } from '../../../lib/api.js'
import { backstageApi } from '../../../lib/backstage-api.js'

export const courseKey = (id: string) => ['backstage', 'courses', 'one', id]

export function useBackstageCourse(id: string) {
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey: courseKey(id),
    queryFn: ({ signal }) => backstageApi.getBackstageCourse({ id }, { signal }),
    enabled: id !== '',
    staleTime: 0,
  })
  return { query, setCached: (course: Course) => queryClient.setQueryData(courseKey(id), course) }
}

export function useBackstageLesson(courseId: string, videoId: string) {
  const queryClient = useQueryClient()
  const queryKey = [...courseKey(courseId), videoId]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.getCourseVideo({ id: courseId, videoId }, { signal }),
    staleTime: 0,
  })
  return { query, setCached: (video: typeof query.data) => queryClient.setQueryData(queryKey, video) }
}
