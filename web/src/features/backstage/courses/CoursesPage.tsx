import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BackstageCourse } from '@toile/contracts/courses/courses'
import { backstageStates } from '@toile/contracts/courses/courses.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Link } from '../../../lib/router.js'
import { Button } from '../../../ui/Button.js'
import { formatNumber, formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { Picture } from '../../../ui/Picture.js'
import { backstagePaths } from '../backstage-paths.js'
import { PublishState } from '../content/PublishState.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { ColumnOf } from '../table/table.js'
import { storeCollectionTitle } from './collection-title.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import '../content/content.css'

await loadNamespaces('content-backstage')

const NewCourse = lazy(async () => ({ default: (await import('./NewCourse.js')).NewCourse }))

export function CoursesPage() {
  const { t } = useTranslation()
  const [isMaking, setMaking] = useState(false)
  const make = (
    <Button variant="filled" className="button-small" onClick={() => setMaking(true)}>
      {t('content-backstage:backstageCourses.new')}
    </Button>
  )
  const columns: ColumnOf<'courses', BackstageCourse>[] = [
    {
      name: 'title',
      label: t('common.title'),
      cell: (course) => <CourseName course={course} />,
    },
    {
      name: 'publishedAt',
      label: t('backstage:columns.state'),
      cell: ({ publishedAt }) => <PublishState publishedAt={publishedAt} />,
    },
    number('videos', ({ videos }) => formatNumber(videos)),
    number('durationSeconds', ({ durationSeconds }) => formatNumber(Math.round(durationSeconds / 6) / 10)),
    number('learners', ({ learners }) => formatNumber(learners)),
    number('finished', ({ learners, finished }) =>
      learners === 0 ? '–' : `${formatNumber(Math.round((100 * finished) / learners))}%`,
    ),
    {
      name: 'updatedAt',
      label: t('content-backstage:content.changed'),
      cell: ({ updatedAt }) => formatTime(updatedAt),
    },
  ]
  function number(
    name: 'videos' | 'durationSeconds' | 'learners' | 'finished',
    cell: (course: BackstageCourse) => string,
  ): ColumnOf<'courses', BackstageCourse> {
    return { name, label: t(`content-backstage:backstageCourses.${name}`), number: true, cell }
  }
  return (
    <>
      <PageHeading title={t('content-backstage:backstageCourses.heading')} />
      <p className="muted backstage-about">{t('content-backstage:backstageCourses.about')}</p>
      <BackstageTable
        name="courses"
        label={t('content-backstage:backstageCourses.heading')}
        columns={columns}
        searchLabel={t('content-backstage:backstageCourses.search')}
        filters={[
          {
            name: 'state',
            label: t('backstage:columns.state'),
            options: backstageStates.map((value) => ({ value, label: t(`content-backstage:content.states.${value}`) })),
          },
        ]}
        load={(asked, signal) => backstageApi.listBackstageCourses(asked, { signal })}
        nameOf={({ title }) => title || t('home.noTitle')}
        empty={<Notice text={t('content-backstage:backstageCourses.empty')}>{make}</Notice>}
      >
        {make}
      </BackstageTable>
      <Suspense>{isMaking && <NewCourse close={() => setMaking(false)} />}</Suspense>
    </>
  )
}

function CourseName({ course: { id, title, cover } }: { course: BackstageCourse }) {
  const { t } = useTranslation()
  return (
    <span className="content-name">
      <span className="content-thumb content-thumb-wide">{cover && <Picture image={cover} sizes="72px" />}</span>
      <Link to={backstagePaths.course(id)} onClick={() => storeCollectionTitle(id, title)}>
        <bdi>{title || t('home.noTitle')}</bdi>
      </Link>
    </span>
  )
}
