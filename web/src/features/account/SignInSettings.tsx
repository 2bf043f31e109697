import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '@toile/contracts/users/profiles'
import { Button } from '../../ui/Button.js'

const EmailRefused = lazy(async () => ({ default: (await import('./EmailRefused.js')).EmailRefused }))
const EmailDialog = lazy(async () => ({ default: (await import('./EmailDialog.js')).EmailDialog }))
const PasswordDialog = lazy(async () => ({ default: (await import('./PasswordDialog.js')).PasswordDialog }))

export function SignInSettings({ profile, refresh }: { profile: Profile; refresh: () => void }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'email' | 'password'>()
  const close = () => {
    setOpen(undefined)
    refresh()
  }
  return (
    <section aria-labelledby="signing-in">
      <h2 id="signing-in">{t('account.signIn')}</h2>
      <div className="profile-row">
        <div>
          <strong>{t('login.email')}</strong>
          <p>
            {profile.email}{' '}
            <span className="muted">
              {t(profile.email_verified_at ? 'account.emailVerified' : 'account.emailUnverified')}
            </span>
          </p>
          {profile.pendingEmail && (
            <p className="muted">{t('account.pendingEmail', { email: profile.pendingEmail })}</p>
          )}
        </div>
        <Button onClick={() => setOpen('email')}>{t('account.changeEmail')}</Button>
      </div>
      <Suspense fallback={null}>
        {profile.email && profile.emailRefused && <EmailRefused email={profile.email} refused={profile.emailRefused} />}
      </Suspense>
      <div className="profile-row">
        <div>
          <strong>{t('login.password')}</strong>
          <p className="muted">{t(profile.hasPassword ? 'account.passwordSet' : 'account.passwordNone')}</p>
        </div>
        <Button onClick={() => setOpen('password')}>
          {t(profile.hasPassword ? 'account.changePassword' : 'login.setPassword')}
        </Button>
      </div>
      <Suspense fallback={null}>
        {open === 'email' && <EmailDialog hasPassword={profile.hasPassword} onClose={close} />}
        {open === 'password' && <PasswordDialog hasPassword={profile.hasPassword} onClose={close} />}
      </Suspense>
    </section>
  )
}
