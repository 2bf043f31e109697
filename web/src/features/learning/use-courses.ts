import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.js'
import * as courseRoutes from '@toile/contracts/courses/courses.paths'

/** Published courses, a page at a time. How far one is changes by watching, so they are always asked for anew. */
export function useCourses() {
  return useInfiniteQuery({
    queryKey: ['courses'],
    queryFn: ({ pageParam: cursor, signal }) => ask(courseRoutes.listCourses)({ cursor }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  })
}

/** Courses to go on with stand side by side in one row. */
const SHOWN = 3

/** Courses that one has begun and not watched to the end, the one that one was at last first. */
export function useBegunCourses(isSignedIn: boolean) {
  const query = useQuery({
    queryKey: ['courses', 'begun'],
    queryFn: ({ signal }) => ask(courseRoutes.listMyCourses)({ limit: SHOWN * 2 }, { signal }),
    enabled: isSignedIn,
    staleTime: 0,
  })
  const unfinished = query.data?.items.filter(({ progress, videos }) => progress && progress.watched < videos)
  return (unfinished ?? []).slice(0, SHOWN)
}
