import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfficeUserDetail, officeUserRoutes } from '@toile/contracts/users-office'
import { ask } from '../../../api.js'
import { Button } from '../../../ui/Button.js'
import { toast } from '../../../ui/toasts.js'
import { useSession } from '../../../session.js'
import { DeedButton } from '../deeds/DeedButton.js'
import { BanDialog } from './BanDialog.js'

type Deed = 'lift' | 'promote' | 'demote' | 'signOut' | 'verify'

/** What an operator may do to one person; nothing to oneself, and no ban for an administrator. */
export function UserDeeds({ user }: { user: OfficeUserDetail }) {
  const { t } = useTranslation()
  const me = useSession()
  const [isBanning, setBanning] = useState(false)
  const name = user.nickname || user.name
  const at = `/backstage/users/${user.id}` as const
  const isAdmin = user.group === 'admin'
  if (me?.id === user.id) return null
  const done: Record<Deed, string> = {
    lift: t('officePeople.doneLift', { name }),
    promote: t('officePeople.donePromote', { name }),
    demote: t('officePeople.doneDemote', { name }),
    signOut: t('officePeople.doneSignOut', { name }),
    verify: t('officePeople.doneVerify', { name }),
  }
  const button = (deed: Deed, act: (reason: string) => Promise<unknown>) => (
    <DeedButton
      label={t(`officePeople.${deed}`)}
      consequence={t(`officePeople.${deed}Means`)}
      asksReason
      deed={async (reason) => {
        await act(reason)
        toast('success', done[deed])
      }}
    />
  )
  return (
    <div className="office-links">
      {!isAdmin && (
        <Button className="button-small" onClick={() => setBanning(true)}>
          {t(user.ban ? 'officePeople.changeBan' : 'officePeople.ban')}
        </Button>
      )}
      {user.ban &&
        button('lift', (reason) => ask<typeof officeUserRoutes.unbanUser>('POST', `${at}/unban`, { reason }))}
      {user.sessions.length > 0 &&
        button('signOut', (reason) => ask<typeof officeUserRoutes.signOutUser>('POST', `${at}/sign-out`, { reason }))}
      {user.email &&
        !user.verified &&
        button('verify', (reason) =>
          ask<typeof officeUserRoutes.vouchForEmail>('POST', `${at}/verify-email`, { reason }),
        )}
      {!user.ban &&
        button(isAdmin ? 'demote' : 'promote', (reason) =>
          ask<typeof officeUserRoutes.setUserGroup>('PUT', `${at}/group`, {
            group: isAdmin ? 'user' : 'admin',
            reason,
          }),
        )}
      {isBanning && <BanDialog user={user} onClose={() => setBanning(false)} />}
    </div>
  )
}
