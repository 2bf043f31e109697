import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Image } from '@toile/contracts/images'
import { imageSizes } from '@toile/contracts/images.constants'
import type { Work } from '@toile/contracts/works'
import { Button } from '../../ui/Button.js'
import { formatBytes } from '../../ui/format.js'
import { PartBoundary } from '../../ui/PartBoundary.js'
import { useViewerWords } from './viewer-words.js'
import { WorkPicture } from './WorkPicture.js'

const Viewer = lazy(() => import('../../viewer/Viewer.js'))
/** A larger model is fetched only when asked for. */
const MAX_UNASKED_BYTES = 20 * 1024 ** 2

/** The largest picture of the model, else its cover. */
function posterOf(work: Work): Image | undefined {
  const pictures = work.cover ? [...work.previews, work.cover] : work.previews
  return [...pictures].sort((one, other) => other.width - one.width)[0]
}

/** The box of the 3D view. Its picture is there first, and stays where 3D cannot be shown. */
export function WorkStage({ work, title }: { work: Work; title: string }) {
  const { t } = useTranslation()
  const words = useViewerWords(work.model?.bytes ?? 0)
  const { model } = work
  const [asked, setAsked] = useState(model !== null && model.bytes <= MAX_UNASKED_BYTES)
  const poster = posterOf(work)
  const posterUrl = poster?.variants.toSorted((one, other) => other.width - one.width)[0]?.url ?? ''
  const picture = poster && <WorkPicture image={poster} sizes={`${imageSizes.detail.width}px`} alt={title} first />
  return (
    <div className="work-stage">
      {model && asked ? (
        <PartBoundary
          fallback={
            <>
              {picture}
              <p className="work-stage-note" role="alert">
                {t('viewer.failed')}
              </p>
            </>
          }
        >
          <Suspense fallback={picture}>
            <Viewer
              modelUrl={model.url}
              bytes={model.bytes}
              posterUrl={posterUrl}
              label={t('viewer.canvas', { title })}
              words={words}
            />
          </Suspense>
        </PartBoundary>
      ) : (
        <>
          {picture}
          <p className="work-stage-note">
            {model ? (
              <Button look="filled" onClick={() => setAsked(true)}>
                {t('work.show3d', { size: formatBytes(model.bytes) })}
              </Button>
            ) : (
              t('work.noModel')
            )}
          </p>
        </>
      )}
    </div>
  )
}
