import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Upload } from '@toile/contracts/uploads/uploads'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import { RowDetail } from './RowDetail.js'
import type { UploadTask } from './sending/upload-tasks.js'
import { areAllBytesReceived, isUnderWay, rows, rowStates, type Row, type RowState, type StageState } from './stage.js'
import './stage-rail.css'

export interface RailProps {
  upload: Upload | undefined
  state: StageState | undefined
  lastGood: Row | undefined
  task: UploadTask | undefined
}

/** The four stages of an upload. All rows are shown from the start, so that nothing moves. */
export function StageRail({ lastGood, ...props }: RailProps) {
  const { t } = useTranslation()
  const { upload, state, task } = props
  const titleId = useId()
  const received = task?.state === 'sent' || Boolean(upload && state && areAllBytesReceived(upload, state))
  const isHere = task !== undefined && task.state !== 'left'
  const atRest = state !== undefined && !isUnderWay(state.stage)
  // `retryable` is false if the server would refuse the same file again. Then no retry is offered.
  const rejected = state?.retryable === false
  const word = (row: RowState) => {
    if (row === 'failed' && rejected) return 'rejected'
    return row === 'running' && state?.place !== undefined ? 'waiting' : row
  }
  const states = rowStates(state?.stage ?? 'upload', received, lastGood)
  return (
    <section className="rail" data-rejected={rejected} aria-labelledby={titleId}>
      <h2 id={titleId} tabIndex={-1}>
        {t('stages.title')}
      </h2>
      <Link className="rail-phone" to={paths.progress}>
        {t('app.progress')}
      </Link>
      <ol>
        {rows.map((row) => (
          <li
            key={row}
            className="rail-row"
            data-stage={row}
            data-state={states[row]}
            aria-current={states[row] === 'running' ? 'step' : undefined}
          >
            <span className="rail-dot" aria-hidden="true" />
            <p className="rail-name">
              <span>{t(`stages.${row}`)}</span>
              <span className="rail-state">
                {state?.stage === 'failed' && states[row] === 'waiting' ? '' : t(`stages.${word(states[row])}`)}
              </span>
            </p>
            <div className="rail-detail">
              <RowDetail row={row} rowState={states[row]} {...props} />
            </div>
          </li>
        ))}
      </ol>
      {!atRest && <p className="rail-note muted">{t(received || !isHere ? 'stages.leave' : 'stages.stay')}</p>}
      <Announcement states={state || task ? states : undefined} rejected={rejected} />
    </section>
  )
}

/** Announces once to screen readers that a stage is done or has failed. The initial state is not announced. */
function Announcement({ states, rejected }: { states: Record<Row, RowState> | undefined; rejected: boolean }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const before = useRef<string>(undefined)
  const row = states && (rows.find((one) => states[one] === 'failed') ?? rows.findLast((one) => states[one] === 'done'))
  const now =
    states &&
    (row
      ? t('stages.announce', {
          name: t(`stages.${row}`),
          stage: t(`stages.${states[row] === 'failed' && rejected ? 'rejected' : states[row]}`),
        })
      : '')
  useEffect(() => {
    if (now === undefined) return
    if (before.current !== undefined && before.current !== now) setText(now)
    before.current = now
  }, [now])
  return (
    <p role="status" className="visually-hidden">
      {text}
    </p>
  )
}
