import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import { SendingPanel } from './SendingPanel.js'
import type { RailProps } from './StageRail.js'
import type { Row, RowState } from './stage.js'
import { WorkProgress } from './WorkProgress.js'

/** What stands below a row's name: how far it is, its place in the line, or why it broke. Nothing where nothing is to say. */
export function RowDetail({
  row,
  rowState,
  upload,
  state,
  sending,
  retry,
}: Omit<RailProps, 'lastGood'> & { row: Row; rowState: RowState }) {
  const { t } = useTranslation()
  if (rowState === 'failed') return <Failed upload={upload} state={state} retry={retry} />
  if (rowState !== 'running') return null
  if (row === 'upload')
    return upload || sending ? <SendingPanel upload={upload} state={state} sending={sending} /> : null
  if (state?.place !== undefined)
    return (
      <p className="rail-place">
        {state.place === 1 ? t('stages.next') : t('stages.place', { count: state.place, ordinal: true })}
      </p>
    )
  return <WorkProgress row={row} kind={upload?.kind} state={state} />
}

function Failed({ upload, state, retry }: Pick<RailProps, 'upload' | 'state' | 'retry'>) {
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
