import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../../ui/format.js'
import type { UploadTask } from './upload-tasks.js'

export function UploadTaskStatus({ task }: { task: UploadTask }) {
  const { t } = useTranslation()
  const { state, reason, message, bytesPerSecond, secondsLeft } = task
  if (state === 'failed') return <span className="rail-reason">{message ?? t('sending.failed')}</span>
  if (state === 'interrupted')
    return <span className="sending-warn">{message ?? t(`sending.why.${reason ?? 'server'}`)}</span>
  if (state === 'paused') return <span>{t('sending.paused')}</span>
  if (state === 'waiting') return <span>{t('sending.waiting')}</span>
  if (state !== 'moving' || bytesPerSecond === 0 || secondsLeft === undefined) return null
  const left =
    secondsLeft < 90
      ? t('sending.secondsLeft', { count: secondsLeft })
      : secondsLeft < 5_400
        ? t('sending.minutesLeft', { count: Math.ceil(secondsLeft / 60) })
        : t('sending.hoursLeft', { count: Math.ceil(secondsLeft / 3_600) })
  return (
    <span>
      {t('sending.speed', { speed: formatBytes(bytesPerSecond) })} · {left}
    </span>
  )
}
