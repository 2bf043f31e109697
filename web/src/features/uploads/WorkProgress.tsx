import { useTranslation } from 'react-i18next'
import { uploadSteps, videoSteps } from '@toile/contracts/uploads/upload-steps.constants'
import { PROGRESS_INTERVAL_SECONDS, type UploadKind } from '@toile/contracts/uploads/uploads.constants'
import type { WordKey } from '../../i18n/index.js'
import { useIsLive } from '../../lib/socket.js'
import { etaWords } from './eta-words.js'
import type { Row, StageState } from './stage.js'
import { useSecondsSince } from './use-seconds-since.js'

/**
 * From this age on, progress is shown with its age. From twice this age on, the progress bar is pale. From GONE_S on,
 * the worker counts as gone, unless this page has lost its own connection.
 */
const SHOW_AGE_S = 2.5 * PROGRESS_INTERVAL_SECONDS
const GONE_S = 10 * PROGRESS_INTERVAL_SECONDS

interface WorkProgressProps {
  row: Exclude<Row, 'upload'>
  kind: UploadKind | undefined
  state: StageState | undefined
}

export function WorkProgress({ row, kind, state }: WorkProgressProps) {
  const { t, i18n } = useTranslation()
  const ageSeconds = useSecondsSince(state?.receivedAtMs)
  const live = useIsLive()
  const steps: readonly string[] = (kind === 'video' ? videoSteps : uploadSteps)[row]
  const at = steps.indexOf(state?.step ?? '')
  const stepWord = (step: string | undefined) => {
    const word = `stages.steps.${step}`
    // The server sends the key of a step. For a step without a translation, the text of the stage is shown.
    return i18n.exists(word) ? t(word as WordKey) : t(`stages.hints.${row}`)
  }
  if (state?.place !== undefined)
    return (
      <p className="rail-place">
        {state.place === 1 ? t('stages.next') : t('stages.place', { count: state.place, ordinal: true })}
      </p>
    )
  const working = state?.step !== undefined && row !== 'finished'
  const gone = working && ageSeconds >= GONE_S && live !== false
  return (
    <div className="work" data-stale={working && ageSeconds >= 2 * SHOW_AGE_S}>
      {at < 0 || steps.length === 1 ? (
        <p className="muted">{stepWord(state?.step)}</p>
      ) : (
        <ol className="steps">
          {steps.map((step, i) => (
            <li key={step} data-state={i < at ? 'done' : i > at ? 'waiting' : 'running'}>
              {stepWord(step)}
            </li>
          ))}
        </ol>
      )}
      {state && state.progress > 0 && row !== 'finished' && (
        <progress aria-label={t('stages.progressOf', { stage: t(`stages.${row}`) })} value={state.progress} />
      )}
      {working && (gone || state.eta || ageSeconds >= SHOW_AGE_S) && (
        <p className="work-line muted tabular">
          {!gone && <span>{state.eta && ageSeconds < GONE_S ? etaWords(t, state.eta, ageSeconds) : ''}</span>}
          {gone ? (
            <span>{t('stages.gone')}</span>
          ) : (
            ageSeconds >= SHOW_AGE_S && <span>{t('stages.news', { count: ageSeconds })}</span>
          )}
        </p>
      )}
    </div>
  )
}
