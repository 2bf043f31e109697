import { useTranslation } from 'react-i18next'
import { useQuery } from '@tanstack/react-query'
import type { CourseCard } from '@toile/contracts/courses/courses'
import type { ResponseOf } from '@toile/contracts/route'
import type { Routes } from '@toile/contracts/routes'
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

/** The unfinished courses that the user watched last, at most SHOWN. */
function useBegunCourses(isSignedIn: boolean) {
  const query = useQuery({
    queryKey: ['courses', 'begun'],
    queryFn: ({ signal }) => findUnfinished(signal),
    enabled: isSignedIn,
    staleTime: 0,
  })
  return query.data ?? []
}

/** Asks for further pages, because any number of finished courses may have been watched since. */
async function findUnfinished(signal: AbortSignal): Promise<CourseCard[]> {
  const unfinished: CourseCard[] = []
  let cursor: string | null = ''
  while (cursor !== null && unfinished.length < SHOWN) {
    const page: ResponseOf<Routes['listMyCourses']> = await api.listMyCourses({ cursor }, { signal })
    unfinished.push(...page.items.filter(({ progress, videos }) => progress && progress.watched < videos))
    cursor = page.nextCursor
  }
  return unfinished.slice(0, SHOWN)
}
