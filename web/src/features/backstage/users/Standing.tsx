import { useTranslation } from 'react-i18next'
import type { OfficeUser } from '@toile/contracts/users-office'
import { formatTime } from '../../../ui/format.js'

/** Whether somebody is in good standing, banned and until when, or gone. */
export function Standing({ user: { ban, deleted } }: { user: Pick<OfficeUser, 'ban' | 'deleted'> }) {
  const { t } = useTranslation()
  if (deleted) return <span className="muted">{t('officePeople.deleted')}</span>
  if (!ban) return <span className="muted">{t('officePeople.good')}</span>
  return (
    <span className="office-banned">
      {ban.until ? t('officePeople.bannedUntil', { at: formatTime(ban.until) }) : t('officePeople.bannedForGood')}
    </span>
  )
}
