import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useMutation } from '@tanstack/react-query'
import type { Hotspot, Work } from '@toile/contracts/works/works'
import { MAX_HOTSPOTS } from '@toile/contracts/works/works.constants'
import { useFormDraft } from '../../../lib/forms/form-drafts.js'
import Hotspots from '../../../viewer/hotspots/Hotspots.js'
import type { ViewerParts } from '../../../viewer/Viewer.js'
import { CommentPins } from '../../comments/CommentPins.js'
import SendToCloud from '../../renders/dialog/SendToCloud.js'
import { AddPointButton } from './AddPointButton.js'
import { api } from '../../../lib/api.js'
import { optimistic } from '../../../lib/optimistic.js'

interface ModelAnnotationsProps {
  work: Work
  mayEdit: boolean
  parts: ViewerParts
}

export default function ModelAnnotations({ work, mayEdit, parts }: ModelAnnotationsProps) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: (hotspots: Hotspot[]) => api.setHotspots({ id: work.id, hotspots }),
    ...optimistic(['works', work.id], (shown: Work, hotspots: Hotspot[]) => ({ ...shown, hotspots })),
  })
  const [fresh, setFresh] = useFormDraft<Hotspot | null>(`point ${work.id}`, null)
  const { orbit, drawn, appearance, toolbar } = parts
  const hotspots = mayEdit && fresh ? [...work.hotspots, fresh] : work.hotspots
  return (
    <>
      {mayEdit && hotspots.length < MAX_HOTSPOTS && (
        <AddPointButton
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
            captureView={async () => {
              const { position, target, fov } = orbit.pose()
              return { appearance, pose: { position, target, fov }, picture: await orbit.takePicture() }
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
                  return save.mutateAsync(changed.filter(({ title }) => title !== '')).catch((error: unknown) => {
                    setFresh(fresh)
                    throw error
                  })
                }
              : undefined
          }
        />
      )}
      <CommentPins workId={work.id} parts={parts} />
    </>
  )
}
