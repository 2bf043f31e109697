import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfficeCourse, officeCourseRoutes } from '@toile/contracts/courses'
import { officeStates } from '@toile/contracts/courses.constants'
import { ask } from '../../../api.js'
import { Link } from '../../../router.js'
import { Button } from '../../../ui/Button.js'
import { formatNumber, formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { Picture } from '../../../ui/Picture.js'
import { officePaths } from '../office-paths.js'
import { PublishState } from '../content/PublishState.js'
import { OfficeTable } from '../table/OfficeTable.js'
import type { ColumnOf } from '../table/table.js'
import { keepCollectionTitle } from './collection-title.js'
import { NewCourse } from './NewCourse.js'
import '../content/words.js'
import '../content/content.css'

/** All courses, with how far they get people. */
export function CoursesPage() {
  const { t } = useTranslation()
  const [isMaking, setMaking] = useState(false)
  const make = (
    <Button look="filled" className="button-small" onClick={() => setMaking(true)}>
      {t('officeCourses.new')}
    </Button>
  )
  const columns: ColumnOf<'courses', OfficeCourse>[] = [
    {
      name: 'title',
      label: t('officeCourses.title'),
      sortable: true,
      cell: (course) => <CourseName course={course} />,
    },
    {
      name: 'publishedAt',
      label: t('content.state'),
      sortable: true,
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
      label: t('content.changed'),
      sortable: true,
      cell: ({ updatedAt }) => formatTime(updatedAt),
    },
  ]
  function number(
    name: 'videos' | 'durationSeconds' | 'learners' | 'finished',
    cell: (course: OfficeCourse) => string,
  ): ColumnOf<'courses', OfficeCourse> {
    return { name, label: t(`officeCourses.${name}`), sortable: true, number: true, cell }
  }
  return (
    <>
      <PageHeading title={t('officeCourses.heading')} />
      <p className="muted office-about">{t('officeCourses.about')}</p>
      <OfficeTable
        name="courses"
        label={t('officeCourses.heading')}
        columns={columns}
        searchLabel={t('officeCourses.search')}
        filters={[
          {
            name: 'state',
            label: t('content.state'),
            options: officeStates.map((value) => ({ value, label: t(`content.states.${value}`) })),
          },
        ]}
        load={(asked, signal) =>
          ask<typeof officeCourseRoutes.listOfficeCourses>('GET', '/backstage/courses', asked, { signal })
        }
        nameOf={({ title }) => title || t('content.untitled')}
        empty={<Notice text={t('officeCourses.empty')}>{make}</Notice>}
      >
        {make}
      </OfficeTable>
      {isMaking && <NewCourse close={() => setMaking(false)} />}
    </>
  )
}

function CourseName({ course: { id, title, cover } }: { course: OfficeCourse }) {
  const { t } = useTranslation()
  return (
    <span className="content-name">
      <span className="content-thumb content-thumb-wide">{cover && <Picture image={cover} sizes="72px" />}</span>
      <Link to={officePaths.course(id)} onClick={() => keepCollectionTitle(title)}>
        <bdi>{title || t('content.untitled')}</bdi>
      </Link>
    </span>
  )
}
