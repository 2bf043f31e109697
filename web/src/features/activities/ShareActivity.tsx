import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities'
import { Button } from '../../ui/Button.js'
import { toast } from '../../ui/toasts.js'
import { activityPaths } from './paths.js'

/** Copies the address of the page that is made for passing on. */
export function ShareActivity({ activity }: { activity: Activity }) {
  const { t } = useTranslation()
  const copy = async () => {
    await navigator.clipboard.writeText(location.origin + activityPaths.shared(activity.id))
    toast('success', t('activities.shareCopied'))
  }
  return <Button onClick={() => void copy()}>{t('activities.share')}</Button>
}
