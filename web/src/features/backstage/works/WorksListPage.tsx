import './words.js'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { visibilities, workStates } from '@toile/contracts/works.constants'
import type { OfficeWork, officeWorkRoutes } from '@toile/contracts/works-office'
import { ask } from '../../../api.js'
import { categoriesQuery } from '../../../categories.js'
import { formatDate, formatNumber } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { useCategoryName } from '../../works/use-category-name.js'
import { OfficeTable } from '../table/OfficeTable.js'
import type { ColumnOf } from '../table/table.js'
import { HiddenCell, PersonCell, ReportsCell, TimeCell } from './cells.js'
import { RowDeed } from './RowDeed.js'
import { useFeaturing } from './use-featuring.js'
import { useHiding } from './use-hiding.js'
import { WorkCell } from './WorkCell.js'
import { yesNo } from './yes-no.js'
import './works-office.css'

/** All works: found, hidden with a reason, shown again, recommended. */
export function WorksListPage() {
  const { t } = useTranslation()
  const { hide, unhide } = useHiding('works')
  const { feature, unfeature } = useFeaturing()
  const categories = useQuery(categoriesQuery)
  const categoryName = useCategoryName()
  const nameOf = ({ title }: OfficeWork) => title || t('worksOffice.untitled')
  const number = (name: 'likes' | 'views' | 'comments'): ColumnOf<'works', OfficeWork> => ({
    name,
    label: t(`worksOffice.${name}`),
    sortable: true,
    number: true,
    cell: (work) => formatNumber(work[name]),
  })
  const columns: ColumnOf<'works', OfficeWork>[] = [
    { name: 'title', label: t('worksOffice.work'), sortable: true, cell: (work) => <WorkCell work={work} /> },
    {
      name: 'creator',
      label: t('worksOffice.creator'),
      sortable: true,
      cell: ({ creator }) => <PersonCell person={creator} />,
    },
    number('likes'),
    number('views'),
    number('comments'),
    {
      name: 'reports',
      label: t('worksOffice.reports'),
      sortable: true,
      number: true,
      cell: ({ id, openReports }) => <ReportsCell kind="work" id={id} open={openReports} />,
    },
    {
      name: 'released',
      label: t('worksOffice.released'),
      sortable: true,
      cell: ({ releasedAt }) => releasedAt && <TimeCell at={formatDate(releasedAt)} />,
    },
    {
      name: 'created',
      label: t('worksOffice.created'),
      sortable: true,
      hidden: true,
      cell: ({ createdAt }) => formatDate(createdAt),
    },
    {
      name: 'categories',
      label: t('worksOffice.categories'),
      hidden: true,
      cell: (work) => work.categories.map(categoryName).join(', '),
    },
    {
      name: 'hidden',
      label: t('worksOffice.hiddenWhy'),
      hidden: true,
      cell: ({ hidden }) => <HiddenCell hidden={hidden} />,
    },
    {
      name: 'deeds',
      label: t('worksOffice.deeds'),
      cell: (work) => <RowDeed deed={work.hidden ? unhide : hide} id={work.id} name={nameOf(work)} />,
    },
  ]
  return (
    <>
      <PageHeading title={t('worksOffice.worksTitle')} />
      <p className="muted office-about">{t('worksOffice.worksAbout')}</p>
      <OfficeTable
        name="works"
        label={t('worksOffice.worksTitle')}
        columns={columns}
        searchLabel={t('worksOffice.searchWorks')}
        filters={[
          {
            name: 'state',
            label: t('worksOffice.state'),
            options: workStates.map((value) => ({ value, label: t(`worksOffice.states.${value}`) })),
          },
          {
            name: 'visibility',
            label: t('worksOffice.visibility'),
            options: visibilities.map((value) => ({ value, label: t(`worksOffice.visibilities.${value}`) })),
          },
          yesNo(t, 'hidden'),
          yesNo(t, 'featured'),
          yesNo(t, 'reported'),
          {
            name: 'category',
            label: t('worksOffice.category'),
            options: (categories.data?.items ?? []).map(({ slug }) => ({ value: slug, label: categoryName(slug) })),
          },
          { name: 'from', label: t('worksOffice.from'), kind: 'date' },
          { name: 'to', label: t('worksOffice.to'), kind: 'date' },
        ]}
        load={(asked, signal) =>
          ask<typeof officeWorkRoutes.listOfficeWorks>('GET', '/backstage/works', asked as object, { signal })
        }
        bulk={[hide, unhide, feature, unfeature]}
        nameOf={nameOf}
        empty={<Notice text={t('worksOffice.noWorks')} />}
      />
    </>
  )
}
