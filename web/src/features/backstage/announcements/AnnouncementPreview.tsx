import { useTranslation } from 'react-i18next'
import type { AnnouncementTexts } from '@toile/contracts/notifications/notifications'
import './announcements-backstage.css'

export function AnnouncementPreview({ texts, path }: { texts: AnnouncementTexts; path: string | null }) {
  const { t } = useTranslation()
  return (
    <div className="announcement-previews">
      {(['en', 'zh-CN'] as const).map((language) => (
        <figure key={language} className="announcement-preview">
          <figcaption className="muted">{t(`content-backstage:backstageAnnouncements.in.${language}`)}</figcaption>
          <div lang={language}>
            <strong>{texts[language].title || '…'}</strong>
            {texts[language].body && <p>{texts[language].body}</p>}
          </div>
        </figure>
      ))}
      <p className="muted">
        {path
          ? t('content-backstage:backstageAnnouncements.opens', { path })
          : t('content-backstage:backstageAnnouncements.opensNothing')}
      </p>
    </div>
  )
}
