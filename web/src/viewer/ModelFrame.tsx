import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrbitView } from './use-orbit.js'

export interface ModelFrameProps {
  host: RefObject<HTMLDivElement | null>
  view: Pick<OrbitView, 'phase' | 'progress' | 'isWhole' | 'load'>
  posterUrl: string
  label: string
  instructionsId: string
}

export function ModelFrame({ host, view, posterUrl, label, instructionsId }: ModelFrameProps) {
  const { t } = useTranslation()
  const { phase, progress, isWhole, load } = view
  const isReady = phase === 'ready'
  return (
    <>
      <img className="viewer-poster" src={posterUrl} alt={isReady ? '' : label} />
      <div
        ref={host}
        className="viewer-stage"
        {...(isReady && { role: 'img', tabIndex: 0, 'aria-label': label, 'aria-describedby': instructionsId })}
      />
      {(phase === 'loading' || (isReady && !isWhole)) && (
        <progress className="viewer-progress" aria-label={t('viewer.loading')} value={progress} />
      )}
      {(phase === 'failed' || phase === 'noWebGl') && (
        <p className="viewer-message" role="status">
          {t(`viewer.${phase}`)}
          {phase === 'failed' && (
            <button type="button" onClick={load}>
              {t('app.retry')}
            </button>
          )}
        </p>
      )}
    </>
  )
}
