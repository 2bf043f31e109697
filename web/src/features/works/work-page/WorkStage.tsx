import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { imageSizes } from '@toile/contracts/images/images.constants'
import type { Work } from '@toile/contracts/works/works'
import { formatBytes } from '../../../ui/format.js'
import { CubeIcon } from '../../../ui/icons.js'
import { ErrorBoundary } from '../../../ui/ErrorBoundary.js'
import { usePins } from '../../comments/pins.js'
import { posterOf } from '../use-work.js'
import { Picture } from '../../../ui/Picture.js'

const loadViewer = () => import('../../../viewer/Viewer.js')
const Viewer = lazy(loadViewer)
const ModelAnnotations = lazy(() => import('./ModelAnnotations.js'))
/** Loads the viewer in advance. A failure is ignored, because the page reports it when the user opens the 3D view. */
const fetchAhead = () => void loadViewer().catch(() => undefined)

/** Shows the picture of a work until the user asks for the 3D view, which costs data and battery. */
export function WorkStage({ work, title, mine }: { work: Work; title: string; mine: boolean }) {
  const { t } = useTranslation()
  const [isWanted, setWanted] = useState(false)
  const pins = usePins()
  // A pinned comment refers to a point of the model, so the 3D view opens to show it.
  useEffect(() => {
    if (pins?.asked) setWanted(true)
  }, [pins?.asked])
  const { model } = work
  const { image: poster, url: posterUrl } = posterOf(work)
  const picture = poster && <Picture image={poster} sizes={`${imageSizes.detail.width}px`} alt={title} first />
  const pictureWith = (note: string) => (
    <>
      {picture}
      <p className="work-stage-note" role="status">
        {note}
      </p>
    </>
  )
  return (
    <div className="work-stage" data-wide={poster && poster.width > poster.height}>
      {!model && (work.proprietary ? picture : pictureWith(t('work.noModel')))}
      {model && !isWanted && (
        <>
          {picture}
          <button
            type="button"
            className="viewer-open"
            onPointerEnter={fetchAhead}
            onFocus={fetchAhead}
            onClick={() => setWanted(true)}
          >
            <span>
              <CubeIcon />
              {t('viewer.open', { size: formatBytes(model.bytes) })}
            </span>
          </button>
        </>
      )}
      {model && isWanted && (
        <ErrorBoundary fallback={pictureWith(t('viewer.failed'))}>
          <Suspense fallback={pictureWith(t('viewer.loading'))}>
            <Viewer
              model={model}
              preview={work.preview}
              arUrl={work.ar?.url}
              posterUrl={posterUrl}
              label={t('viewer.canvas', { title })}
              marks={(parts) => (
                <Suspense fallback={null}>
                  <ModelAnnotations work={work} mayEdit={mine && work.state !== 'trashed'} parts={parts} />
                </Suspense>
              )}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}
