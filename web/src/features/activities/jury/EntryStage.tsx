import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entry, WholeEntry } from '@toile/contracts/activities/activity-entries'
import { formatBytes } from '../../../ui/format.js'
import { CubeIcon } from '../../../ui/icons.js'
import { ErrorBoundary } from '../../../ui/ErrorBoundary.js'
import { Picture } from '../../../ui/Picture.js'
import { MediaStage, useMediaItems } from '../../works/work-page/MediaStage.js'

const Viewer = lazy(() => import('../../../viewer/Viewer.js'))
const Hotspots = lazy(() => import('../../../viewer/hotspots/Hotspots.js'))

interface Stage {
  entry: Entry
  whole: WholeEntry | undefined
  name: string
  refresh: () => void
}

export function EntryStage({ entry, whole, name, refresh }: Stage) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string>()
  const media = { video: whole?.video ?? null, images: whole?.images ?? [] }
  const exhibits = useMediaItems({ ...media, title: name, refresh, stage: 'entry-stage' })
  const { cover, model } = entry
  if (cover || model || exhibits.length === 0)
    exhibits.unshift({
      key: 'garment',
      label: t(model ? 'media.showModel' : 'activities:scoring.showCover'),
      thumb: (
        <>
          {cover && <Picture image={cover} sizes="112px" />}
          {model && <CubeIcon />}
        </>
      ),
      shown: <Garment entry={entry} whole={whole} name={name} />,
    })
  return (
    <div>
      <MediaStage exhibits={exhibits} chosen={chosen} choose={setChosen} />
    </div>
  )
}

function Garment({ entry: { cover, model }, whole, name }: Omit<Stage, 'refresh'>) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState(false)
  const picture = cover && <Picture image={cover} sizes="600px" alt={name} first />
  const posterUrl = cover?.variants.toSorted((one, other) => other.width - one.width)[0]?.url ?? ''
  return (
    <div className="entry-stage">
      {model && wanted ? (
        <ErrorBoundary fallback={picture}>
          <Suspense fallback={picture}>
            <Viewer
              model={model}
              posterUrl={posterUrl}
              label={t('viewer.canvas', { title: name })}
              marks={({ orbit, drawn }) => (
                <Suspense fallback={null}>
                  <Hotspots orbit={orbit} drawn={drawn} hotspots={whole?.hotspots ?? []} />
                </Suspense>
              )}
            />
          </Suspense>
        </ErrorBoundary>
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
