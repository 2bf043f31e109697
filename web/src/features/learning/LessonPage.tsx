import { useTranslation } from 'react-i18next'
import type { Course } from '@toile/contracts/courses/courses'
import { useSearchParams } from '../../lib/router.js'
import { NotFound } from '../../ui/ErrorPage.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { isNotFound } from '../works/use-work.js'
import { LessonView } from './LessonView.js'
import { Playlist } from './Playlist.js'
import { firstLesson, useCourse, useLesson } from './use-lesson.js'
import './lesson.css'

/** A video of a course, with the others beside it. Which one stands in the address; else it is the one to go on with. */
export function LessonPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const course = useCourse(id)
  if (course.data) return <CourseView key={id} course={course.data} asked={search.get('video')} />
  if (id === '' || isNotFound(course.error)) return <NotFound />
  if (course.error)
    return (
      <LoadFailed text={t('learning:courseFailed')} reason={course.error.message} retry={() => void course.refetch()} />
    )
  return (
    <div className="lesson" role="status" aria-label={t('app.loading')}>
      <Skeleton ratio={16 / 9} />
    </div>
  )
}

function CourseView({ course, asked }: { course: Course; asked: string | null }) {
  const { t } = useTranslation()
  const id = course.lessons.find((one) => one.id === asked)?.id ?? (asked ? undefined : firstLesson(course))
  const lesson = useLesson(course.id, id)
  if (course.lessons.length === 0)
    return (
      <>
        <PageHeading title={course.title} />
        <Notice text={t('learning:noVideos')} />
      </>
    )
  if (!id || isNotFound(lesson.error)) return <NotFound />
  return (
    <div className="lesson">
      {lesson.data ? (
        <LessonView key={id} course={course} lesson={lesson.data} refresh={() => void lesson.refetch()} />
      ) : lesson.error ? (
        <LoadFailed
          text={t('learning:videoFailed')}
          reason={lesson.error.message}
          retry={() => void lesson.refetch()}
        />
      ) : (
        <div role="status" aria-label={t('app.loading')}>
          <Skeleton ratio={16 / 9} />
        </div>
      )}
      <Playlist course={course} currentId={id} />
    </div>
  )
}
