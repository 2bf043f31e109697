import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { UploadPhase } from './use-image-upload.js'

export function UploadStatus({
  phase,
  className,
  children,
}: {
  phase: UploadPhase
  className?: string
  children?: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <p className={className} role="status" data-failed={phase.name === 'failed'}>
      {phase.name === 'sending' && t('picture.sending', { percent: Math.floor(100 * phase.fraction) })}
      {phase.name === 'preparing' && t('picture.preparing')}
      {phase.name === 'failed' && phase.message}
      {phase.name === 'idle' && children}
    </p>
  )
}
