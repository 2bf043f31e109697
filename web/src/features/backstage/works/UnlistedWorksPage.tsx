import './words.js'
import { useTranslation } from 'react-i18next'
import * as backstageWorkRoutes from '@toile/contracts/works/works-backstage.paths'
import type { UnlistedWork } from '@toile/contracts/works/works-backstage'
import { unlistedReasons } from '@toile/contracts/works/works-backstage.constants'
import { ask } from '../../../lib/api.js'
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
import './works-backstage.css'

/** Works that are not on the shelf, each with why. */
export function UnlistedWorksPage() {
  const { t } = useTranslation()
  const { unhide } = useHiding('works')
  const nameOf = ({ title }: UnlistedWork) => title || t('worksBackstage.untitled')
  const columns: ColumnOf<'unlisted', UnlistedWork>[] = [
    {
      name: 'title',
      label: t('worksBackstage.work'),
      sortable: true,
      // What its creator keeps to themselves is told by its name only.
      cell: (work) =>
        work.why === 'hidden' && work.state === 'released' && work.visibility === 'public' ? (
          <Link to={paths.work(work.id)}>{nameOf(work)}</Link>
        ) : (
          nameOf(work)
        ),
    },
    {
      name: 'creator',
      label: t('worksBackstage.creator'),
      sortable: true,
      cell: ({ creator }) => <UserCell person={creator} />,
    },
    { name: 'why', label: t('worksBackstage.why'), cell: ({ why }) => t(`worksBackstage.whys.${why}`) },
    { name: 'hidden', label: t('worksBackstage.hiddenWhy'), cell: ({ hidden }) => <HiddenCell hidden={hidden} /> },
    {
      name: 'since',
      label: t('worksBackstage.since'),
      sortable: true,
      cell: ({ since }) => <TimeCell at={formatDate(since)} />,
    },
    {
      name: 'created',
      label: t('worksBackstage.created'),
      sortable: true,
      hidden: true,
      cell: ({ createdAt }) => formatDate(createdAt),
    },
    {
      name: 'actions',
      label: t('worksBackstage.actions'),
      cell: (work) => work.hidden && <RowAction action={unhide} id={work.id} name={nameOf(work)} />,
    },
  ]
  return (
    <>
      <PageHeading title={t('worksBackstage.unlistedTitle')} />
      <p className="muted backstage-about">{t('worksBackstage.unlistedAbout')}</p>
      <BackstageTable
        name="unlisted"
        label={t('worksBackstage.unlistedTitle')}
        columns={columns}
        searchLabel={t('worksBackstage.searchWorks')}
        filters={[
          {
            name: 'why',
            label: t('worksBackstage.why'),
            options: unlistedReasons.map((value) => ({ value, label: t(`worksBackstage.whys.${value}`) })),
          },
          { name: 'from', label: t('worksBackstage.sinceFrom'), kind: 'date' },
          { name: 'to', label: t('worksBackstage.sinceTo'), kind: 'date' },
        ]}
        load={(asked, signal) => ask(backstageWorkRoutes.listUnlisted)(asked as object, { signal })}
        bulk={[unhide]}
        nameOf={nameOf}
        empty={<Notice text={t('worksBackstage.noUnlisted')} />}
      />
    </>
  )
}
