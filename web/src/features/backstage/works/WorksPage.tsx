import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { visibilities, workStates } from '@toile/contracts/works/works.constants'
import type { BackstageWork } from '@toile/contracts/works/works-backstage'
import { backstageApi } from '../../../lib/backstage-api.js'
import { categoriesQuery } from '../../works/categories.js'
import { useCategoryName } from '../../works/use-category-name.js'
import { formatDate, formatNumber } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { ColumnOf, BulkAction } from '../table/table.js'
import { HiddenCell, UserCell, ReportsCell, TimeCell } from './cells.js'
import { RowAction } from './RowAction.js'
import { useHiding } from './use-hiding.js'
import { WorkCell } from './WorkCell.js'
import { yesNo } from './yes-no.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import './works-backstage.css'

await loadNamespaces('works-backstage')

export function WorksPage() {
  const { t } = useTranslation()
  const { hide, unhide } = useHiding('works')
  const { feature, unfeature } = useFeaturing()
  const categories = useQuery(categoriesQuery)
  const categoryName = useCategoryName()
  const nameOf = ({ title }: BackstageWork) => title || t('home.noTitle')
  const number = (name: 'likes' | 'views' | 'comments'): ColumnOf<'works', BackstageWork> => ({
    name,
    label: t(`works-backstage:${name}`),
    number: true,
    cell: (work) => formatNumber(work[name]),
  })
  const columns: ColumnOf<'works', BackstageWork>[] = [
    { name: 'title', label: t('works-backstage:work'), cell: (work) => <WorkCell work={work} /> },
    {
      name: 'creator',
      label: t('works-backstage:creator'),
      cell: ({ creator }) => <UserCell person={creator} />,
    },
    number('likes'),
    number('views'),
    number('comments'),
    {
      name: 'reports',
      label: t('works-backstage:reports'),
      number: true,
      cell: ({ id, openReports }) => <ReportsCell kind="work" id={id} open={openReports} />,
    },
    {
      name: 'released',
      label: t('works-backstage:released'),
      cell: ({ releasedAt }) => releasedAt && <TimeCell at={formatDate(releasedAt)} />,
    },
    {
      name: 'created',
      label: t('backstage:columns.created'),
      hidden: true,
      cell: ({ createdAt }) => formatDate(createdAt),
    },
    {
      name: 'categories',
      label: t('works-backstage:categories'),
      hidden: true,
      cell: (work) => work.categories.map(categoryName).join(', '),
    },
    {
      name: 'hidden',
      label: t('works-backstage:hiddenWhy'),
      hidden: true,
      cell: ({ hidden }) => <HiddenCell hidden={hidden} />,
    },
    {
      name: 'actions',
      label: t('backstage:columns.actions'),
      cell: (work) =>
        work.won ? null : <RowAction action={work.hidden ? unhide : hide} id={work.id} name={nameOf(work)} />,
    },
  ]
  return (
    <>
      <PageHeading title={t('works-backstage:worksTitle')} />
      <p className="muted backstage-about">{t('works-backstage:worksAbout')}</p>
      <BackstageTable
        name="works"
        label={t('works-backstage:worksTitle')}
        columns={columns}
        searchLabel={t('works-backstage:searchWorks')}
        filters={[
          {
            name: 'state',
            label: t('backstage:columns.state'),
            options: workStates.map((value) => ({ value, label: t(`works-backstage:states.${value}`) })),
          },
          {
            name: 'visibility',
            label: t('work.visibility'),
            options: visibilities.map((value) => ({ value, label: t(`works-backstage:visibilities.${value}`) })),
          },
          yesNo(t, 'hidden'),
          yesNo(t, 'featured'),
          yesNo(t, 'reported'),
          {
            name: 'category',
            label: t('home.category'),
            options: (categories.data?.items ?? []).map(({ slug }) => ({ value: slug, label: categoryName(slug) })),
          },
          { name: 'from', label: t('works-backstage:from'), kind: 'date' },
          { name: 'to', label: t('works-backstage:to'), kind: 'date' },
        ]}
        load={(asked, signal) => backstageApi.listBackstageWorks(asked as object, { signal })}
        bulk={[hide, unhide, feature, unfeature]}
        nameOf={nameOf}
        empty={<Notice text={t('people.noWorks')} />}
      />
    </>
  )
}

type Wanted = Parameters<BulkAction['run']>[0]

const set = (featured: boolean) => (wanted: Wanted) => backstageApi.featureWorks({ ...wanted, featured })

function useFeaturing(): { feature: BulkAction; unfeature: BulkAction } {
  const { t } = useTranslation()
  const reason = t('backstage:action.undone')
  return {
    feature: {
      label: t('works-backstage:feature'),
      consequence: (count) => t('works-backstage:features', { count }),
      done: (count) => t('works-backstage:featured', { count }),
      asksReason: true,
      run: set(true),
      undo: (ids) => set(false)({ ids, dryRun: false, reason }),
    },
    unfeature: {
      label: t('works-backstage:unfeature'),
      consequence: (count) => t('works-backstage:unfeatures', { count }),
      done: (count) => t('works-backstage:unfeatured', { count }),
      asksReason: true,
      run: set(false),
      undo: (ids) => set(true)({ ids, dryRun: false, reason }),
    },
  }
}
