import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WordKey } from '../../i18n/index.js'
import { paths } from '../../paths.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import { SendingPanel } from './SendingPanel.js'
import type { RailProps } from './StageRail.js'
import type { Row, RowState } from './stage.js'

/** What stands below a row's name: what it does, how far it is, or why it broke. */
export function RowDetail({
  row,
  rowState,
  upload,
  state,
  sending,
  retry,
}: Omit<RailProps, 'lastGood'> & { row: Row; rowState: RowState }) {
  const { t, i18n } = useTranslation()
  if (rowState === 'failed') return <Failed upload={upload} state={state} retry={retry} />
  if (row === 'upload' && rowState === 'running' && (upload ?? sending))
    return <SendingPanel upload={upload} state={state} sending={sending} />
  const hint: WordKey = `stages.hints.${row}`
  if (rowState !== 'running') return <p className="muted">{t(hint)}</p>
  // The server sends a step's key, never text; one that these words do not know yet falls back to the stage's own.
  const step = `stages.steps.${state?.step}`
  return (
    <>
      <p className="muted">{i18n.exists(step) ? t(step as WordKey) : t(hint)}</p>
      <progress
        aria-label={t('stages.progressOf', { stage: t(`stages.${row}`) })}
        {...(state && state.progress > 0 && { value: state.progress })}
      />
    </>
  )
}

function Failed({ upload, state, retry }: Pick<RailProps, 'upload' | 'state' | 'retry'>) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    await retry()
    setBusy(false)
  }
  return (
    <div className="rail-failure">
      <p className="rail-reason">{state?.failure?.message}</p>
      <p className="muted tabular">{upload?.id}</p>
      {state?.retryable === true && (
        <Button busy={busy} onClick={() => void again()}>
          {t('stages.retry')}
        </Button>
      )}
      {state?.retryable === false && <ButtonLink to={paths.upload}>{t('stages.anotherFile')}</ButtonLink>}
    </div>
  )
}
