import { useTranslation } from 'react-i18next'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../lib/session.js'
import { paths } from '../../lib/paths.js'
import { ButtonLink } from '../../ui/Button.js'
import { MoreButton } from '../../ui/MoreButton.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { BegunCourse, CourseTile, FeaturedCourse } from './CourseTile.js'
import { api } from '../../lib/api.js'
import { usePaged } from '../../lib/paged.js'
import '../works/tiles.css'
import './learning.css'

const COMING = 3

export function LearningPage() {
  const { t } = useTranslation()
  const courses = useCourses()
  const begun = useBegunCourses(useSession() !== undefined)
  const all = courses.data?.pages.flatMap((page) => page.items)
  const featured = all?.[0]?.progress ? undefined : all?.[0]
  const others = featured ? all?.slice(1) : all
  return (
    <div className="learning">
      <header className="learning-head">
        <PageHeading title={t('learning:title')} />
        <p>{t('learning:intro')}</p>
      </header>
      {begun.length > 0 && (
        <section aria-labelledby="learning-begun">
          <h2 id="learning-begun">{t('learning:continue')}</h2>
          <ul className="begun-list">
            {begun.map((course) => (
              <BegunCourse key={course.id} course={course} />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="learning-all">
        {featured && <FeaturedCourse course={featured} />}
        <h2 id="learning-all" className={others?.length ? undefined : 'visually-hidden'}>
          {t('learning:all')}
        </h2>
        {courses.isError && !all && <LoadFailed text={t('learning:failed')} of={courses} />}
        {courses.isPending && (
          <div className="courses" role="status" aria-label={t('app.loading')}>
            {Array.from({ length: COMING }, (_, i) => (
              <div key={`s${i}`} className="tile">
                <Skeleton ratio={16 / 9} />
                <div className="tile-title">
                  <Skeleton height={16} width="60%" />
                </div>
              </div>
            ))}
          </div>
        )}
        {all?.length === 0 && (
          <Notice text={t('learning:empty')}>
            <ButtonLink to={paths.home}>{t('errors.toHome')}</ButtonLink>
          </Notice>
        )}
        <ul className="courses">
          {others?.map((course, i) => (
            <CourseTile key={course.id} course={course} first={i < COMING} />
          ))}
        </ul>
        <MoreButton list={courses} label={t('learning:more')} />
      </section>
    </div>
  )
}

/** The published courses with the user's progress. Each visit refetches them, because watching changes progress. */
function useCourses() {
  return usePaged(['courses'], (cursor, options) => api.listCourses({ cursor }, options), { staleTime: 0 })
}

const SHOWN = 3

/** At most SHOWN unfinished courses. Only the SHOWN * 2 courses that the user watched last are considered. */
function useBegunCourses(isSignedIn: boolean) {
  const query = useQuery({
    queryKey: ['courses', 'begun'],
    queryFn: ({ signal }) => api.listMyCourses({ limit: SHOWN * 2 }, { signal }),
    enabled: isSignedIn,
    staleTime: 0,
  })
  const unfinished = query.data?.items.filter(({ progress, videos }) => progress && progress.watched < videos)
  return (unfinished ?? []).slice(0, SHOWN)
}
