import { useTranslation } from 'react-i18next'
import { useQuery } from '@tanstack/react-query'
import type { Course } from '@toile/contracts/courses/courses'
import { useSearchParams, Link } from '../../lib/router.js'
import { NotFound } from '../../ui/ErrorPage.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Loading } from '../../ui/Skeleton.js'
import { isNotFound } from '../works/use-work.js'
import { firstLesson } from './first-lesson.js'
import { LessonView } from './LessonView.js'
import { paths } from '../../lib/paths.js'
import { Picture } from '../../ui/Picture.js'
import { clock } from '../videos/clock.js'
import { Watched } from './CourseTile.js'
import { api } from '../../lib/api.js'
import './lesson.css'

export function LessonPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const course = useCourse(id)
  if (course.data) return <CourseView key={id} course={course.data} asked={search.get('video')} />
  if (id === '' || isNotFound(course.error)) return <NotFound />
  if (course.error) return <LoadFailed text={t('learning:courseFailed')} of={course} />
  return <Loading className="lesson" ratio={16 / 9} />
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
        <LoadFailed text={t('learning:videoFailed')} of={lesson} />
      ) : (
        <Loading ratio={16 / 9} />
      )}
      <Playlist course={course} currentId={id} />
    </div>
  )
}

function Playlist({ course, currentId }: { course: Course; currentId: string }) {
  const { t } = useTranslation()
  const watched = course.lessons.filter(({ progress }) => progress?.watched).length
  return (
    <nav className="playlist" aria-label={t('learning:lessons')}>
      <h2>
        <bdi>{course.title}</bdi>
      </h2>
      <p className="muted">
        {watched > 0
          ? t('learning:watchedOf', { watched, count: course.videos })
          : t('learning:videos', { count: course.videos })}
        <span className="tabular"> · {clock(course.durationSeconds)}</span>
      </p>
      <ol>
        {course.lessons.map(({ id, title, poster, durationSeconds, progress }, i) => (
          <li key={id}>
            <Link to={paths.lesson(course.id, id)} aria-current={id === currentId ? 'page' : undefined}>
              <span className="playlist-picture">
                {poster && <Picture image={poster} sizes="128px" />}
                <span className="course-length tabular">{clock(durationSeconds)}</span>
                {progress && <Watched share={progress.watched ? 1 : progress.seconds / durationSeconds} />}
              </span>
              <span>
                <span className="playlist-title">
                  {i + 1}. {title}
                </span>
                {progress?.watched && <span className="muted">{t('learning:watched')}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function useCourse(id: string) {
  return useQuery({
    queryKey: ['course', id],
    queryFn: ({ signal }) => api.getCourse({ id }, { signal }),
    enabled: id !== '',
    staleTime: 0,
  })
}

/** Every visit refetches the lesson, because the progress may have changed on another device. */
function useLesson(courseId: string, videoId: string | undefined) {
  return useQuery({
    queryKey: ['course', courseId, videoId],
    queryFn: ({ signal }) => api.getCourseVideo({ id: courseId, videoId: videoId! }, { signal }),
    enabled: videoId !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
}
