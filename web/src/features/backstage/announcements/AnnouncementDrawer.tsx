import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Announcement } from '@toile/contracts/notifications/notifications'
import { backstageApi } from '../../../lib/backstage-api.js'
import { currentLanguage } from '../../../i18n/index.js'
import { Drawer } from '../../../ui/antd/Drawer.js'
import { formatTime } from '../../../ui/format.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ActionButton } from '../actions/ActionButton.js'
import { AnnouncementPreview } from './AnnouncementPreview.js'

export function AnnouncementDrawer({ of, close }: { of: Announcement; close: () => void }) {
  const { t } = useTranslation()
  const [one, setOne] = useState(of)
  const { id, texts, path, createdAt, withdrawnAt } = one
  async function withdraw(reason: string) {
    setOne(await backstageApi.withdrawAnnouncement({ id, reason }))
    toast('success', t('content-backstage:backstageAnnouncements.withdrawn'))
  }
  return (
    <Drawer
      title={texts[currentLanguage()].title}
      about={
        withdrawnAt
          ? t('content-backstage:backstageAnnouncements.withdrawnOn', { date: formatTime(withdrawnAt) })
          : t('content-backstage:backstageAnnouncements.publishedOn', { date: formatTime(createdAt) })
      }
      onClose={close}
    >
      <AnnouncementPreview texts={texts} path={path} />
      {!withdrawnAt && (
        <div>
          <ActionButton
            label={t('content-backstage:content.withdraw')}
            consequence={t('content-backstage:backstageAnnouncements.withdrawMeans')}
            asksReason
            action={withdraw}
          />
        </div>
      )}
    </Drawer>
  )
}
