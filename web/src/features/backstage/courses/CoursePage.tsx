import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Course } from '@toile/contracts/courses/courses'
import { Link, useSearchParams } from '../../../lib/router.js'
import { paths } from '../../../lib/paths.js'
import { NotFound } from '../../../ui/ErrorPage.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { backstagePaths } from '../backstage-paths.js'
import { PublishState } from '../content/PublishState.js'
import { isNotFound } from '../../works/use-work.js'
import { AddLessons } from './AddLessons.js'
import { storeCollectionTitle, storedCollectionTitle } from './collection-title.js'
import { CourseActions } from './CourseActions.js'
import { Lessons } from './Lessons.js'
import { useBackstageCourse } from './use-backstage-course.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import '../content/content.css'
import './courses-backstage.css'

await loadNamespaces('content-backstage')

const CourseForm = lazy(async () => ({ default: (await import('./CourseForm.js')).CourseForm }))

/** Stores the title. While a course loads, the heading shows the title if it was stored last. */
export function CoursePage() {
  const { t } = useTranslation()
  const id = useSearchParams()[0].get('id') ?? ''
  const { query, setCached } = useBackstageCourse(id)
  const { data: course, error } = query
  const title = course?.title
  useEffect(() => {
    if (title !== undefined) storeCollectionTitle(id, title)
  }, [id, title])
  if (id !== '' && isNotFound(error) && !course) return <NotFound />
  return (
    <>
      <p className="content-back">
        <Link to={backstagePaths.courses}>← {t('content-backstage:backstageCourses.heading')}</Link>
      </p>
      <PageHeading title={(title ?? storedCollectionTitle(id)) || t('home.noTitle')} />
      {error && !course && <LoadFailed text={t('content-backstage:backstageCourses.failed')} of={query} />}
      {id === '' && <p className="muted">{t('content-backstage:backstageCourses.noCourse')}</p>}
      {id !== '' && !course && !error && <Skeleton height={480} />}
      {course && <CourseView course={course} setCached={setCached} />}
    </>
  )
}

function CourseView({ course, setCached }: { course: Course; setCached: (course: Course) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <div className="content-line">
        <PublishState publishedAt={course.publishedAt} />
        <Link to={paths.lesson(course.id)}>{t('content-backstage:backstageCourses.look')}</Link>
        <CourseActions course={course} onSaved={setCached} />
      </div>
      <div className="course-backstage">
        <section aria-labelledby="course-about">
          <h2 id="course-about">{t('content-backstage:backstageCourses.text')}</h2>
          <Suspense fallback={<Skeleton height={480} />}>
            <CourseForm key={course.id} course={course} onSaved={setCached} />
          </Suspense>
        </section>
        <section aria-labelledby="course-videos">
          <h2 id="course-videos">
            {t('content-backstage:backstageCourses.videosTitle', { count: course.lessons.length })}
          </h2>
          <Lessons course={course} />
          <AddLessons courseId={course.id} />
        </section>
      </div>
    </>
  )
}
