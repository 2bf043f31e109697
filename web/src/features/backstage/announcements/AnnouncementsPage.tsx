import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Announcement, announcementRoutes } from '@toile/contracts/notifications'
import { announcementStates } from '@toile/contracts/notifications.constants'
import { ask } from '../../../api.js'
import { currentLanguage } from '../../../i18n/index.js'
import { Button } from '../../../ui/Button.js'
import { formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { TextButton } from '../../../ui/TextButton.js'
import { OfficeTable } from '../table/OfficeTable.js'
import type { ColumnOf } from '../table/table.js'
import { AnnouncementDrawer } from './AnnouncementDrawer.js'
import { NewAnnouncement } from './NewAnnouncement.js'
import '../content/words.js'
import '../content/content.css'

/** What everybody was told. */
export function AnnouncementsPage() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Announcement | 'new'>()
  const close = () => setOpen(undefined)
  const titleOf = ({ texts }: Announcement) => texts[currentLanguage()].title
  const make = (
    <Button look="filled" className="button-small" onClick={() => setOpen('new')}>
      {t('officeAnnouncements.new')}
    </Button>
  )
  const columns: ColumnOf<'announcements', Announcement>[] = [
    {
      name: 'title',
      label: t('officeAnnouncements.title'),
      sortable: true,
      cell: (one) => <TextButton onClick={() => setOpen(one)}>{titleOf(one)}</TextButton>,
    },
    {
      name: 'path',
      label: t('officeAnnouncements.path'),
      cell: ({ path }) => (path ? <code>{path}</code> : '–'),
    },
    {
      name: 'createdAt',
      label: t('officeAnnouncements.at'),
      sortable: true,
      cell: ({ createdAt }) => formatTime(createdAt),
    },
    {
      name: 'state',
      label: t('content.state'),
      cell: ({ withdrawnAt }) =>
        withdrawnAt ? (
          <span className="muted">{t('officeAnnouncements.withdrawnOn', { date: formatTime(withdrawnAt) })}</span>
        ) : (
          t('officeAnnouncements.states.told')
        ),
    },
  ]
  return (
    <>
      <PageHeading title={t('officeAnnouncements.heading')} />
      <p className="muted office-about">{t('officeAnnouncements.about')}</p>
      <OfficeTable
        name="announcements"
        label={t('officeAnnouncements.heading')}
        columns={columns}
        searchLabel={t('officeAnnouncements.search')}
        filters={[
          {
            name: 'state',
            label: t('content.state'),
            options: announcementStates.map((value) => ({ value, label: t(`officeAnnouncements.states.${value}`) })),
          },
        ]}
        load={(asked, signal) =>
          ask<typeof announcementRoutes.listAnnouncements>('GET', '/backstage/announcements', asked, { signal })
        }
        nameOf={titleOf}
        empty={<Notice text={t('officeAnnouncements.empty')}>{make}</Notice>}
      >
        {make}
      </OfficeTable>
      {open === 'new' && <NewAnnouncement close={close} />}
      {open && open !== 'new' && <AnnouncementDrawer key={open.id} of={open} close={close} />}
    </>
  )
}
