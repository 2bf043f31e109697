import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Image } from '@toile/contracts/images'
import { imageSizes } from '@toile/contracts/images.constants'
import type { Work } from '@toile/contracts/works'
import { useShownTheme } from '../../theme.js'
import { PartBoundary } from '../../ui/PartBoundary.js'
import { useKeepHotspots } from './keep-hotspots.js'
import { useViewerWords } from './viewer-words.js'
import { WorkPicture } from './WorkPicture.js'

const Viewer = lazy(() => import('../../viewer/Viewer.js'))

/** The largest picture of the model, else its cover. */
function posterOf(work: Work): Image | undefined {
  const pictures = work.cover ? [...work.previews, work.cover] : work.previews
  return [...pictures].sort((one, other) => other.width - one.width)[0]
}

/**
 * The box of the 3D view. Its picture is there first, and stays where 3D cannot be shown; a large model waits in the
 * viewer for a click.
 */
export function WorkStage({ work, title, mine }: { work: Work; title: string; mine: boolean }) {
  const { t } = useTranslation()
  const words = useViewerWords(work.model?.bytes ?? 0)
  const theme = useShownTheme()
  const keepHotspots = useKeepHotspots(work)
  const { model } = work
  const poster = posterOf(work)
  const posterUrl = poster?.variants.toSorted((one, other) => other.width - one.width)[0]?.url ?? ''
  const picture = poster && <WorkPicture image={poster} sizes={`${imageSizes.detail.width}px`} alt={title} first />
  const pictureWith = (note: string) => (
    <>
      {picture}
      <p className="work-stage-note" role="status">
        {note}
      </p>
    </>
  )
  return (
    <div className="work-stage">
      {model ? (
        <PartBoundary fallback={pictureWith(t('viewer.failed'))}>
          <Suspense fallback={picture}>
            <Viewer
              modelUrl={model.url}
              bytes={model.bytes}
              posterUrl={posterUrl}
              label={t('viewer.canvas', { title })}
              words={words}
              theme={theme}
              hotspots={work.hotspots}
              keepHotspots={mine && work.state !== 'trashed' ? (hotspots) => void keepHotspots(hotspots) : undefined}
            />
          </Suspense>
        </PartBoundary>
      ) : (
        pictureWith(t('work.noModel'))
      )}
    </div>
  )
}
