import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Announcement } from '@toile/contracts/notifications/notifications'
import { announcementStates } from '@toile/contracts/notifications/notifications.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { formatTime } from '../../../ui/format.js'
import { Notice } from '../../../ui/Notice.js'
import { PageHeading } from '../../../ui/PageHeading.js'
import { TextButton } from '../../../ui/TextButton.js'
import { BackstageTable } from '../table/BackstageTable.js'
import type { ColumnOf } from '../table/table.js'
import { currentLanguage } from '../../../i18n/index.js'
import { loadNamespaces } from '../../../i18n/load-namespaces.js'
import '../content/content.css'

await loadNamespaces('content-backstage')

const AnnouncementDrawer = lazy(async () => ({ default: (await import('./AnnouncementDrawer.js')).AnnouncementDrawer }))
const NewAnnouncement = lazy(async () => ({ default: (await import('./NewAnnouncement.js')).NewAnnouncement }))

export function AnnouncementsPage() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Announcement | 'new'>()
  const close = () => setOpen(undefined)
  const titleOf = ({ texts }: Announcement) => texts[currentLanguage()].title
  const make = (
    <Button variant="filled" className="button-small" onClick={() => setOpen('new')}>
      {t('content-backstage:backstageAnnouncements.new')}
    </Button>
  )
  const columns: ColumnOf<'announcements', Announcement>[] = [
    {
      name: 'title',
      label: t('common.title'),
      cell: (one) => <TextButton onClick={() => setOpen(one)}>{titleOf(one)}</TextButton>,
    },
    {
      name: 'path',
      label: t('content-backstage:backstageAnnouncements.path'),
      cell: ({ path }) => (path ? <code>{path}</code> : '–'),
    },
    {
      name: 'createdAt',
      label: t('content-backstage:backstageAnnouncements.at'),
      cell: ({ createdAt }) => formatTime(createdAt),
    },
    {
      name: 'state',
      label: t('backstage:columns.state'),
      cell: ({ withdrawnAt }) =>
        withdrawnAt ? (
          <span className="muted">
            {t('content-backstage:backstageAnnouncements.withdrawnOn', { date: formatTime(withdrawnAt) })}
          </span>
        ) : (
          t('content-backstage:backstageAnnouncements.states.published')
        ),
    },
  ]
  return (
    <>
      <PageHeading title={t('content-backstage:backstageAnnouncements.heading')} />
      <p className="muted backstage-about">{t('content-backstage:backstageAnnouncements.about')}</p>
      <BackstageTable
        name="announcements"
        label={t('content-backstage:backstageAnnouncements.heading')}
        columns={columns}
        searchLabel={t('content-backstage:backstageAnnouncements.search')}
        filters={[
          {
            name: 'state',
            label: t('backstage:columns.state'),
            options: announcementStates.map((value) => ({
              value,
              label: t(`content-backstage:backstageAnnouncements.states.${value}`),
            })),
          },
        ]}
        load={(asked, signal) => backstageApi.listAnnouncements(asked, { signal })}
        nameOf={titleOf}
        empty={<Notice text={t('content-backstage:backstageAnnouncements.empty')}>{make}</Notice>}
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
