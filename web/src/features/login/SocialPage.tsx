import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { socialProviderNames, type SocialProvider } from '@toile/contracts/sessions/social.constants'
import type { SocialSignedIn } from '@toile/contracts/sessions/social'
import { api } from '../../lib/api.js'
import { paths } from '../../lib/paths.js'
import { getReferral } from '../../lib/referral.js'
import { useLocation, useNavigate } from '../../lib/router.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { toast } from '../../ui/toasts/toasts.js'
import { useAfterSignIn } from './after-sign-in.js'
import { BackToSignIn } from './BackToSignIn.js'
import { socialInviteCode } from './social-redirect-state.js'
import { parseOAuthCallback } from './oauth-callback.js'
import './login.css'

/** Sign-ins by OAuth `state`. A code works only once, so each sign-in is sent once, however often the page renders. */
const pendingSignIn = new Map<string, Promise<SocialSignedIn>>()

function finish(type: SocialProvider, code: string, state: string): Promise<SocialSignedIn> {
  const known = pendingSignIn.get(state)
  if (known) return known
  const payload = { code, state, refer: getReferral(), inviteCode: socialInviteCode.get() ?? undefined }
  const signedIn = (type === 'google' ? api.completeGoogle : api.completeFacebook)(payload)
  pendingSignIn.set(state, signedIn)
  return signedIn
}

function SocialPage({ type }: { type: SocialProvider }) {
  const { t } = useTranslation()
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const { finishSocial } = useAfterSignIn()
  const [callback] = useState(() => parseOAuthCallback(search))
  const provider = socialProviderNames[type]

  const signIn = useMutation({
    mutationFn: ({ code, state }: { code: string; state: string }) => finish(type, code, state),
    meta: { showsError: true },
    onSuccess(signedIn) {
      if (!signedIn.linked) return finishSocial(signedIn)
      toast('success', t('social.linked', { provider }))
      void navigate(paths.profile, { replace: true })
    },
  })
  const complete = useEffectEvent(async () => {
    // Removes the code from the address, so that neither the history nor a referrer contains it.
    await navigate(pathname, { replace: true })
    if ('code' in callback) signIn.mutate(callback)
  })
  useEffect(() => void complete(), [])
  const reason = 'code' in callback ? signIn.error?.message : t(`social.${callback.problem}`, { provider })

  return (
    <div className="login">
      <PageHeading title={t('login.with', { provider })} />
      {reason === undefined ? (
        <p role="status">{t('social.busy')}</p>
      ) : (
        <>
          <p role="alert" className="form-problem">
            {reason}
          </p>
          <a className="button button-plain" href={paths.startSocial(type)}>
            {t('common.tryAgain')}
          </a>
          <BackToSignIn />
        </>
      )}
    </div>
  )
}

export function GooglePage() {
  return <SocialPage type="google" />
}

export function FacebookPage() {
  return <SocialPage type="facebook" />
}
