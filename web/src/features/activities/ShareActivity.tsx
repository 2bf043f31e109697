import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import { Button } from '../../ui/Button.js'
import { copyText } from '../../lib/secure-context.js'
import { toast } from '../../ui/toasts/toasts.js'
import { activityPaths } from './paths.js'

/** Few browsers refuse. */
const CopyFallback = lazy(() => import('../../ui/copy/CopyFallback.js'))

/** Copies the address of the page that is made for passing on. */
export function ShareActivity({ activity }: { activity: Activity }) {
  const { t } = useTranslation()
  const [isRefused, setRefused] = useState(false)
  const address = location.origin + activityPaths.shared(activity.id)
  const copy = async () => {
    if (await copyText(address)) toast('success', t('activities:shareCopied'))
    else setRefused(true)
  }
  return (
    <>
      <Button onClick={() => void copy()}>{t('activities:share')}</Button>
      {isRefused && (
        <Suspense>
          <CopyFallback text={address} close={() => setRefused(false)} />
        </Suspense>
      )}
    </>
  )
}
