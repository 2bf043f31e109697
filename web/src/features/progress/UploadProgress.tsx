import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import { formatTime } from '../../ui/format.js'
import { RowDetail } from '../uploads/RowDetail.js'
import { useUploadTasks } from '../uploads/sending/upload-tasks.js'
import { areAllBytesReceived, lastGoodStage, rows, rowStates } from '../uploads/stage.js'
import type { LiveUpload } from '../uploads/use-uploads.js'
import '../uploads/stage-rail.css'

/** One upload: its stage in a large word, and below it what the stage rail says of the row that it is at. */
export function UploadProgress({ shown: { upload, state } }: { shown: LiveUpload }) {
  const { t } = useTranslation()
  const task = useUploadTasks().find(({ uploadId }) => uploadId === upload.id)
  const states = rowStates(state.stage, areAllBytesReceived(upload, state), lastGoodStage(upload))
  const row = rows.find((one) => states[one] === 'running' || states[one] === 'failed')
  return (
    <li className="rail progress-item" data-state={state.stage} data-rejected={state.retryable === false}>
      <p className="progress-stage">{t(word())}</p>
      <p className="progress-name">
        <Link to={paths.uploadDetail(upload.id)}>
          <bdi>{upload.filename}</bdi>
        </Link>
        <time className="muted tabular" dateTime={upload.createdAt}>
          {formatTime(upload.createdAt)}
        </time>
      </p>
      {row && (
        <div className="rail-detail">
          <RowDetail row={row} rowState={states[row]} upload={upload} state={state} task={task} />
        </div>
      )}
    </li>
  )

  function word() {
    if (state.stage === 'failed') return state.retryable === false ? 'stages.rejected' : 'stages.failed'
    if (states.upload === 'running') return 'stages.hints.upload'
    return `tray.stage.${state.stage}` as const
  }
}
