import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Announcement, announcementRoutes } from '@toile/contracts/notifications/notifications'
import { announcementStates } from '@toile/contracts/notifications/notifications.constants'
import { ask } from '../../../lib/api.js'
import { currentLanguage } from '../../../i18n/index.js'
import { Button } from '../../../ui/Button.js'
import { formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { TextButton } from '../../../ui/TextButton.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { ColumnOf } from '../table/table.js'
import '../content/words.js'
import '../content/content.css'

const AnnouncementDrawer = lazy(async () => ({ default: (await import('./AnnouncementDrawer.js')).AnnouncementDrawer }))
const NewAnnouncement = lazy(async () => ({ default: (await import('./NewAnnouncement.js')).NewAnnouncement }))

/** What everybody was told. */
export function AnnouncementsPage() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Announcement | 'new'>()
  const close = () => setOpen(undefined)
  const titleOf = ({ texts }: Announcement) => texts[currentLanguage()].title
  const make = (
    <Button variant="filled" className="button-small" onClick={() => setOpen('new')}>
      {t('backstageAnnouncements.new')}
    </Button>
  )
  const columns: ColumnOf<'announcements', Announcement>[] = [
    {
      name: 'title',
      label: t('backstageAnnouncements.title'),
      cell: (one) => <TextButton onClick={() => setOpen(one)}>{titleOf(one)}</TextButton>,
    },
    {
      name: 'path',
      label: t('backstageAnnouncements.path'),
      cell: ({ path }) => (path ? <code>{path}</code> : '–'),
    },
    {
      name: 'createdAt',
      label: t('backstageAnnouncements.at'),
      cell: ({ createdAt }) => formatTime(createdAt),
    },
    {
      name: 'state',
      label: t('content.state'),
      cell: ({ withdrawnAt }) =>
        withdrawnAt ? (
          <span className="muted">{t('backstageAnnouncements.withdrawnOn', { date: formatTime(withdrawnAt) })}</span>
        ) : (
          t('backstageAnnouncements.states.told')
        ),
    },
  ]
  return (
    <>
      <PageHeading title={t('backstageAnnouncements.heading')} />
      <p className="muted backstage-about">{t('backstageAnnouncements.about')}</p>
      <BackstageTable
        name="announcements"
        label={t('backstageAnnouncements.heading')}
        columns={columns}
        searchLabel={t('backstageAnnouncements.search')}
        filters={[
          {
            name: 'state',
            label: t('content.state'),
            options: announcementStates.map((value) => ({ value, label: t(`backstageAnnouncements.states.${value}`) })),
          },
        ]}
        load={(asked, signal) =>
          ask<typeof announcementRoutes.listAnnouncements>('GET', '/backstage/announcements', asked, { signal })
        }
        nameOf={titleOf}
        empty={<Notice text={t('backstageAnnouncements.empty')}>{make}</Notice>}
      >
        {make}
      </BackstageTable>
      <Suspense>
        {open === 'new' && <NewAnnouncement close={close} />}
        {open && open !== 'new' && <AnnouncementDrawer key={open.id} of={open} close={close} />}
      </Suspense>
    </>
  )
}
