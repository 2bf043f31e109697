import { useTranslation } from 'react-i18next'
import type { UnlistedWork } from '@toile/contracts/works/works-backstage'
import { unlistedReasons } from '@toile/contracts/works/works-backstage.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { paths } from '../../../lib/paths.js'
import { Link } from '../../../lib/router.js'
import { formatDate } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { ColumnOf } from '../table/table.js'
import { HiddenCell, UserCell, TimeCell } from './cells.js'
import { RowAction } from './RowAction.js'
import { useHiding } from './use-hiding.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import './works-backstage.css'

await loadNamespaces('works-backstage')

export function UnlistedWorksPage() {
  const { t } = useTranslation()
  const { unhide } = useHiding('works')
  const nameOf = ({ title }: UnlistedWork) => title || t('home.noTitle')
  const columns: ColumnOf<'unlisted', UnlistedWork>[] = [
    {
      name: 'title',
      label: t('works-backstage:work'),
      // Administrators may open a hidden work only if it is released and public, so only such works are linked.
      cell: (work) =>
        work.why === 'hidden' && work.state === 'released' && work.visibility === 'public' ? (
          <Link to={paths.work(work.id)}>{nameOf(work)}</Link>
        ) : (
          nameOf(work)
        ),
    },
    {
      name: 'creator',
      label: t('works-backstage:creator'),
      cell: ({ creator }) => <UserCell person={creator} />,
    },
    { name: 'why', label: t('backstage:action.reason'), cell: ({ why }) => t(`works-backstage:whys.${why}`) },
    { name: 'hidden', label: t('works-backstage:hiddenWhy'), cell: ({ hidden }) => <HiddenCell hidden={hidden} /> },
    {
      name: 'since',
      label: t('works-backstage:since'),
      cell: ({ since }) => <TimeCell at={formatDate(since)} />,
    },
    {
      name: 'created',
      label: t('backstage:columns.created'),
      hidden: true,
      cell: ({ createdAt }) => formatDate(createdAt),
    },
    {
      name: 'actions',
      label: t('backstage:columns.actions'),
      cell: (work) => work.hidden && <RowAction action={unhide} id={work.id} name={nameOf(work)} />,
    },
  ]
  return (
    <>
      <PageHeading title={t('works-backstage:unlistedTitle')} />
      <p className="muted backstage-about">{t('works-backstage:unlistedAbout')}</p>
      <BackstageTable
        name="unlisted"
        label={t('works-backstage:unlistedTitle')}
        columns={columns}
        searchLabel={t('works-backstage:searchWorks')}
        filters={[
          {
            name: 'why',
            label: t('backstage:action.reason'),
            options: unlistedReasons.map((value) => ({ value, label: t(`works-backstage:whys.${value}`) })),
          },
          { name: 'from', label: t('works-backstage:sinceFrom'), kind: 'date' },
          { name: 'to', label: t('works-backstage:sinceTo'), kind: 'date' },
        ]}
        load={(asked, signal) => backstageApi.listUnlisted(asked as object, { signal })}
        bulk={[unhide]}
        nameOf={nameOf}
        empty={<Notice text={t('works-backstage:noUnlisted')} />}
      />
    </>
  )
}
