import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Hotspot, Work } from '@toile/contracts/works/works'
import { maxHotspots } from '@toile/contracts/works/works.constants'
import { useKept } from '../../../lib/kept.js'
import Hotspots from '../../../viewer/hotspots/Hotspots.js'
import type { ViewerParts } from '../../../viewer/Viewer.js'
import { CommentPins } from '../../comments/CommentPins.js'
import SendToCloud from '../../renders/dialog/SendToCloud.js'
import { useKeepHotspots } from './keep-hotspots.js'
import { PlaceButton } from './PlaceButton.js'

interface WorkMarksProps {
  work: Work
  /** Whether the reader may set the work's own points. */
  mayEdit: boolean
  parts: ViewerParts
}

/** All that stands on the garment of a work: the points that its creator explains, and those that comments speak of. */
export default function ModelAnnotations({ work, mayEdit, parts }: WorkMarksProps) {
  const { t } = useTranslation()
  const keep = useKeepHotspots(work)
  const [fresh, setFresh] = useKept<Hotspot | null>(`point ${work.id}`, null)
  const { orbit, drawn, look, toolbar } = parts
  const hotspots = mayEdit && fresh ? [...work.hotspots, fresh] : work.hotspots
  return (
    <>
      {mayEdit && hotspots.length < maxHotspots && (
        <PlaceButton
          parts={parts}
          label={t('hotspots.add')}
          onPoint={(point) => setFresh({ ...point, title: '', text: '' })}
        />
      )}
      {mayEdit &&
        toolbar &&
        createPortal(
          <SendToCloud
            source={{ workId: work.id }}
            name={work.title}
            colourways={work.model?.facts.colourways ?? []}
            look={async () => {
              const { position, target, fov } = orbit.pose()
              return { look, pose: { position, target, fov }, picture: await orbit.takePicture() }
            }}
          />,
          toolbar,
        )}
      {hotspots.length > 0 && (
        <Hotspots
          orbit={orbit}
          drawn={drawn}
          hotspots={hotspots}
          change={
            mayEdit
              ? (changed) => {
                  setFresh(null)
                  void keep(changed.filter(({ title }) => title !== ''))
                }
              : undefined
          }
        />
      )}
      <CommentPins workId={work.id} parts={parts} />
    </>
  )
}
