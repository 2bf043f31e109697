import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useResponsiveViewport } from '../../ui/use-responsive-viewport.js'
import { LoadFailed } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { isLiving, renderNumber, type LiveRender } from '../renders/live-render.js'
import { useRenders } from '../renders/use-renders.js'
import { isUnderWay, areAllBytesReceived, lastGoodStage, rows, rowStates } from '../uploads/stage.js'
import { useUploads, type LiveUpload } from '../uploads/use-uploads.js'
import { loadNamespaces } from '../../i18n/load-namespaces.js'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import { formatTime } from '../../ui/format.js'
import { RenderState } from '../renders/RenderState.js'
import { RowDetail } from '../uploads/RowDetail.js'
import { useUploadTasks } from '../uploads/sending/upload-tasks.js'
import './progress.css'
import '../uploads/stage-rail.css'

await loadNamespaces('progress')

/** This many of the latest uploads and of the latest renders are shown. Older ones are shown only while they run. */
const LATEST = 5

export function ProgressPage() {
  const { t } = useTranslation()
  const { list: uploadList, uploads } = useUploads()
  const { list: renderList, renders, arrived } = useRenders(undefined)
  useResponsiveViewport()

  // New renders are shown at once. The page of all renders shows them only after the user presses a button.
  const { refetch } = renderList
  useEffect(() => {
    if (arrived > 0) void refetch()
  }, [arrived, refetch])

  const underWay =
    uploads &&
    renders &&
    uploads.filter(({ state }) => isUnderWay(state.stage)).length +
      renders.filter(({ status }) => isLiving(status)).length
  return (
    <div className="progress-page narrow">
      <PageHeading title={t('app.progress')} />
      <p role="status" className="progress-answer">
        {underWay === undefined ? '' : t(underWay > 0 ? 'progress:underWay' : 'progress:atRest', { count: underWay })}
      </p>
      <section aria-labelledby="progress-uploads">
        <h2 id="progress-uploads">{t('progress:uploads')}</h2>
        {uploadList.isError && <LoadFailed text={t('progress:uploadsFailed')} of={uploadList} />}
        {uploadList.isPending && <Skeleton height={96} />}
        {uploads?.length === 0 && <p className="muted">{t('progress:noUploads')}</p>}
        <ul>
          {uploads
            ?.filter(({ state }, i) => i < LATEST || isUnderWay(state.stage))
            .map((shown) => (
              <UploadProgress key={shown.upload.id} shown={shown} />
            ))}
        </ul>
      </section>
      <section aria-labelledby="progress-renders">
        <h2 id="progress-renders">{t('renders.title')}</h2>
        {renderList.isError && <LoadFailed text={t('renders.failedToLoad')} of={renderList} />}
        {renderList.isPending && <Skeleton height={96} />}
        {renders?.length === 0 && <p className="muted">{t('progress:noRenders')}</p>}
        <ul>
          {renders
            ?.filter(({ status }, i) => i < LATEST || isLiving(status))
            .map((render) => (
              <RenderProgress key={render.id} render={render} />
            ))}
        </ul>
      </section>
    </div>
  )
}

function RenderProgress({ render }: { render: LiveRender }) {
  const { t } = useTranslation()
  const { id, name, number, status, submittedAt } = render
  return (
    <li className="progress-item" data-state={status}>
      <RenderState render={render} />
      <p className="progress-name">
        <Link to={paths.renders({ id })} aria-label={t('renders.open', { number: renderNumber(number), name })}>
          <bdi>{name}</bdi>
        </Link>
        <time className="muted tabular" dateTime={submittedAt}>
          {formatTime(submittedAt)}
        </time>
      </p>
    </li>
  )
}

function UploadProgress({ shown: { upload, state } }: { shown: LiveUpload }) {
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
