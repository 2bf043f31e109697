import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entry } from '@toile/contracts/activity-entries'
import { useShownTheme } from '../../theme.js'
import { formatBytes } from '../../ui/format.js'
import { CubeIcon } from '../../ui/icons.js'
import { PartBoundary } from '../../ui/PartBoundary.js'
import { Picture } from '../../ui/Picture.js'
import { useViewerWords } from '../works/viewer-words.js'

const Viewer = lazy(() => import('../../viewer/Viewer.js'))

/** The garment as it was entered: its picture, and the model itself when the juror wants to turn it. */
export function EntryStage({ entry: { cover, model }, name }: { entry: Entry; name: string }) {
  const { t } = useTranslation()
  const words = useViewerWords()
  const theme = useShownTheme()
  const [wanted, setWanted] = useState(false)
  const picture = cover && <Picture image={cover} sizes="600px" alt={name} first />
  const posterUrl = cover?.variants.toSorted((one, other) => other.width - one.width)[0]?.url ?? ''
  return (
    <div className="entry-stage">
      {model && wanted ? (
        <PartBoundary fallback={picture}>
          <Suspense fallback={picture}>
            <Viewer
              model={model}
              posterUrl={posterUrl}
              label={t('viewer.canvas', { title: name })}
              words={words}
              theme={theme}
            />
          </Suspense>
        </PartBoundary>
      ) : (
        picture
      )}
      {model && !wanted && (
        <button type="button" className="entry-open" onClick={() => setWanted(true)}>
          <CubeIcon />
          {t('viewer.open', { size: formatBytes(model.bytes) })}
        </button>
      )}
    </div>
  )
}
