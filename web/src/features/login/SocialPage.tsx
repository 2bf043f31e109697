import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { socialProviderNames, type SocialProvider } from '@toile/contracts/sessions/social.constants'
import type { SocialSignedIn } from '@toile/contracts/sessions/social'
import { api, resultOf } from '../../lib/api.js'
import { type Done, FAILED, type Failed } from '../../lib/request.js'
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

/** Finishes each way back once, however often the page is drawn: a code is good for one use. */
const pendingSignIn = new Map<string, Promise<Done<SocialSignedIn> | Failed>>()

function finish(type: SocialProvider, code: string, state: string): Promise<Done<SocialSignedIn> | Failed> {
  const known = pendingSignIn.get(state)
  if (known) return known
  const payload = { code, state, refer: getReferral(), inviteCode: socialInviteCode.get() ?? undefined }
  const result =
    type === 'google'
      ? resultOf(api.completeGoogle(payload, { quiet: true }))
      : resultOf(api.completeFacebook(payload, { quiet: true }))
  pendingSignIn.set(state, result)
  return result
}

/** Where a provider sends the browser back to: finishes the sign-in, or says why it did not come to be. */
function SocialPage({ type }: { type: SocialProvider }) {
  const { t } = useTranslation()
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const { finishSocial: arriveBySocial } = useAfterSignIn()
  const [callback] = useState(() => parseOAuthCallback(search))
  const [reason, setReason] = useState<string>()
  const provider = socialProviderNames[type]

  const complete = useEffectEvent(async () => {
    // The code is in no history and no referrer from here on.
    await navigate(pathname, { replace: true })
    if (!('code' in callback)) return setReason(t(`social.${callback.problem}`, { provider }))
    const result = await finish(type, callback.code, callback.state)
    if (result.code === FAILED) return setReason(result.message)
    if (!result.data.linked) return arriveBySocial(result.data)
    toast('success', t('social.linked', { provider }))
    void navigate(paths.profile, { replace: true })
  })
  useEffect(() => void complete(), [])

  return (
    <div className="login">
      <PageHeading title={t('social.title', { provider })} />
      {reason === undefined ? (
        <p role="status">{t('social.busy')}</p>
      ) : (
        <>
          <p role="alert" className="form-problem">
            {reason}
          </p>
          <a className="button button-plain" href={paths.startSocial(type)}>
            {t('social.again')}
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
