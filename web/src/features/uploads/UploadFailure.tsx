import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import type { RailProps } from './StageRail.js'

/** Why a stage broke, and what helps. */
export function UploadFailure({ upload, state, retry }: Pick<RailProps, 'upload' | 'state' | 'retry'>) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    await retry()
    setBusy(false)
  }
  const retryable = state?.retryable
  return (
    <div className="rail-failure">
      <p className="rail-reason">{state?.failure?.message}</p>
      {retryable === true && (
        <>
          <p className="muted">{t('stages.retryHelps')}</p>
          <Button busy={busy} onClick={() => void again()}>
            {t('stages.retry')}
          </Button>
        </>
      )}
      {retryable === false && (
        <>
          <p className="muted">{t('stages.retryUseless')}</p>
          <ButtonLink to={paths.upload}>{t('stages.anotherFile')}</ButtonLink>
        </>
      )}
      <p className="rail-reference muted">{t('stages.reference', { id: upload?.id })}</p>
    </div>
  )
}
