import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BackstageUserDetail } from '@toile/contracts/users/users-backstage'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { useSession } from '../../../lib/session.js'
import { ActionButton } from '../actions/ActionButton.js'
import { BanDialog } from './BanDialog.js'

type Action = 'lift' | 'promote' | 'demote' | 'signOut' | 'verify'

/** Offers no actions on the administrator's own account, and does not offer to ban administrators. */
export function UserActions({ user }: { user: BackstageUserDetail }) {
  const { t } = useTranslation()
  const me = useSession()
  const [isBanning, setBanning] = useState(false)
  const name = user.nickname || user.name
  const { id, group } = user
  const isAdmin = group === 'admin'
  if (me?.id === id) return null
  const done: Record<Action, string> = {
    lift: t('users-backstage:doneLift', { name }),
    promote: t('users-backstage:donePromote', { name }),
    demote: t('users-backstage:doneDemote', { name }),
    signOut: t('users-backstage:doneSignOut', { name }),
    verify: t('users-backstage:doneVerify', { name }),
  }
  const button = (action: Action, act: (reason: string) => Promise<unknown>) => (
    <ActionButton
      label={t(`users-backstage:${action}`)}
      consequence={t(`users-backstage:${action}Means`)}
      asksReason
      action={async (reason) => {
        await act(reason)
        toast('success', done[action])
      }}
    />
  )
  return (
    <div className="backstage-actions">
      {!isAdmin && (
        <Button className="button-small" onClick={() => setBanning(true)}>
          {t(user.ban ? 'users-backstage:changeBan' : 'users-backstage:ban')}
        </Button>
      )}
      {user.ban && button('lift', (reason) => backstageApi.unbanUser({ id, reason }))}
      {user.sessions.length > 0 && button('signOut', (reason) => backstageApi.signOutUser({ id, reason }))}
      {user.email && !user.verified && button('verify', (reason) => backstageApi.markEmailVerified({ id, reason }))}
      {!user.ban &&
        button(isAdmin ? 'demote' : 'promote', (reason) =>
          backstageApi.setUserGroup({ id, group: isAdmin ? 'user' : 'admin', reason }),
        )}
      {isBanning && <BanDialog user={user} onClose={() => setBanning(false)} />}
    </div>
  )
}
