import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../api.js'
import { formatTime } from '../../ui/format.js'
import { LoadFailed } from '../../ui/Notice.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { isLiving, renderNumber } from './live-render.js'
import { RenderActions } from './RenderActions.js'
import { RenderCost } from './RenderCost.js'
import { RenderOutputs } from './RenderOutputs.js'
import { RenderPreview } from './RenderPreview.js'
import { RenderSettings } from './RenderSettings.js'
import { RenderState } from './RenderState.js'
import { useRender } from './use-render.js'
import './render-drawer.css'

/** All of one render, beside the list. The browser keeps the focus inside; Esc and a press beside it close it. */
export default function RenderDrawer({ id, close }: { id: string; close: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => box.current?.showModal(), [])
  const followed = useRender(id)
  const { render, error, refetch } = followed
  const end = () => {
    // Gives the focus back while what had it is still there.
    box.current?.close()
    close()
  }
  const isGone = error instanceof CallFailure && error.failed.status === 404
  return (
    <dialog
      ref={box}
      className="drawer"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (event.target === box.current) end()
      }}
      onClick={(event) => event.target === box.current && end()}
    >
      <div className="drawer-page">
        <header className="drawer-head">
          <div>
            <h2 id={titleId}>{render?.name ?? t('renders.title')}</h2>
            {render && (
              <p className="muted tabular">
                {renderNumber(render.number)} · {render.submitter.nickname} · {formatTime(render.submittedAt)}
              </p>
            )}
          </div>
          <button type="button" className="drawer-close" aria-label={t('renders.close')} onClick={end}>
            ×
          </button>
        </header>
        {error && !render && isGone && <p>{t('renders.gone')}</p>}
        {error && !render && !isGone && (
          <LoadFailed text={t('renders.failedToLoadOne')} reason={error.message} retry={() => void refetch()} />
        )}
        {!error && !render && <Skeleton height={320} />}
        {render && (
          <>
            <RenderState render={render} />
            {render.outputs.length > 0 ? (
              <RenderOutputs render={render} />
            ) : (
              (isLiving(render.status) || render.previews.length > 0) && <RenderPreview render={render} />
            )}
            <RenderActions render={render} followed={followed} close={end} />
            <RenderCost render={render} />
            <RenderSettings render={render} />
          </>
        )}
      </div>
    </dialog>
  )
}
