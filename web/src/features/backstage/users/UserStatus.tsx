import { useTranslation } from 'react-i18next'
import type { BackstageUser } from '@toile/contracts/users/users-backstage'
import { formatTime } from '../../../ui/format.js'

export function UserStatus({ user: { ban, deleted } }: { user: Pick<BackstageUser, 'ban' | 'deleted'> }) {
  const { t } = useTranslation()
  if (deleted) return <span className="muted">{t('users-backstage:deleted')}</span>
  if (!ban) return <span className="muted">{t('users-backstage:good')}</span>
  return (
    <span className="backstage-banned">
      {ban.until ? t('users-backstage:bannedUntil', { at: formatTime(ban.until) }) : t('users-backstage:bannedForGood')}
    </span>
  )
}
