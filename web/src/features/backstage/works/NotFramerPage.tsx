import './words.js'
import { useTranslation } from 'react-i18next'
import type { officeWorkRoutes, UnlistedWork } from '@toile/contracts/works-office'
import { unlistedReasons } from '@toile/contracts/works-office.constants'
import { ask } from '../../../api.js'
import { paths } from '../../../paths.js'
import { Link } from '../../../router.js'
import { formatDate } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { OfficeTable } from '../table/OfficeTable.js'
import type { ColumnOf } from '../table/table.js'
import { HiddenCell, PersonCell, TimeCell } from './cells.js'
import { RowDeed } from './RowDeed.js'
import { useHiding } from './use-hiding.js'
import './works-office.css'

/** Works that are not on the shelf, each with why. */
export function NotFramerPage() {
  const { t } = useTranslation()
  const { unhide } = useHiding('works')
  const nameOf = ({ title }: UnlistedWork) => title || t('worksOffice.untitled')
  const columns: ColumnOf<'unlisted', UnlistedWork>[] = [
    {
      name: 'title',
      label: t('worksOffice.work'),
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
      label: t('worksOffice.creator'),
      sortable: true,
      cell: ({ creator }) => <PersonCell person={creator} />,
    },
    { name: 'why', label: t('worksOffice.why'), cell: ({ why }) => t(`worksOffice.whys.${why}`) },
    { name: 'hidden', label: t('worksOffice.hiddenWhy'), cell: ({ hidden }) => <HiddenCell hidden={hidden} /> },
    {
      name: 'since',
      label: t('worksOffice.since'),
      sortable: true,
      cell: ({ since }) => <TimeCell at={formatDate(since)} />,
    },
    {
      name: 'created',
      label: t('worksOffice.created'),
      sortable: true,
      hidden: true,
      cell: ({ createdAt }) => formatDate(createdAt),
    },
    {
      name: 'deeds',
      label: t('worksOffice.deeds'),
      cell: (work) => work.hidden && <RowDeed deed={unhide} id={work.id} name={nameOf(work)} />,
    },
  ]
  return (
    <>
      <PageHeading title={t('worksOffice.unlistedTitle')} />
      <p className="muted office-about">{t('worksOffice.unlistedAbout')}</p>
      <OfficeTable
        name="unlisted"
        label={t('worksOffice.unlistedTitle')}
        columns={columns}
        searchLabel={t('worksOffice.searchWorks')}
        filters={[
          {
            name: 'why',
            label: t('worksOffice.why'),
            options: unlistedReasons.map((value) => ({ value, label: t(`worksOffice.whys.${value}`) })),
          },
          { name: 'from', label: t('worksOffice.sinceFrom'), kind: 'date' },
          { name: 'to', label: t('worksOffice.sinceTo'), kind: 'date' },
        ]}
        load={(asked, signal) =>
          ask<typeof officeWorkRoutes.listUnlisted>('GET', '/backstage/unlisted', asked as object, { signal })
        }
        bulk={[unhide]}
        nameOf={nameOf}
        empty={<Notice text={t('worksOffice.noUnlisted')} />}
      />
    </>
  )
}
