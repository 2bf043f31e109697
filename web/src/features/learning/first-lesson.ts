import type { Course, Lesson } from '@toile/contracts/courses/courses'

type Seen = Pick<Lesson, 'id'> & { progress: Pick<NonNullable<Lesson['progress']>, 'watched'> | null }

/**
 * The id of the lesson that the user watched last, or if it is finished, of the next unfinished one, which may come
 * before it. In a finished course, it is the following or last lesson. Without progress, it is the first lesson.
 */
export function firstLesson({
  lessons,
  progress,
}: {
  lessons: readonly Seen[]
  progress: Pick<NonNullable<Course['progress']>, 'videoId'> | null
}): string | undefined {
  const at = lessons.findIndex(({ id }) => id === progress?.videoId)
  const seen = lessons[at]
  if (!seen) return lessons[0]?.id
  if (!seen.progress?.watched) return seen.id
  const inOrder = [...lessons.slice(at + 1), ...lessons.slice(0, at)]
  return (inOrder.find(({ progress }) => !progress?.watched) ?? lessons[at + 1] ?? seen).id
}
