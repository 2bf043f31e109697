import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Work } from '@toile/contracts/works/works'
import { useLive } from '../../../lib/socket.js'
import { CubeIcon } from '../../../ui/icons.js'
import { Picture } from '../../../ui/Picture.js'
import { usePins } from '../../comments/pins.js'
import { MediaStage, useMediaItems } from './MediaStage.js'
import { posterOf } from '../use-work.js'
import { WorkStage } from './WorkStage.js'

export function WorkGallery({ work, title, mine }: { work: Work; title: string; mine: boolean }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string>()
  const queryClient = useQueryClient()
  const asked = usePins()?.asked
  useEffect(() => {
    if (asked) setChosen('3d')
  }, [asked])
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['works', work.id] })
  // Only the creator receives these messages. When the video has a new state or size, the page refetches the work.
  useLive('video:status', (message) => message.uploadId === work.videoUploadId && refresh())

  const { image: poster } = posterOf(work)
  const { video, images } = work
  const exhibits = useMediaItems({ video, images, title, refresh, stage: 'work-stage' })
  if (work.uploadId || exhibits.length === 0)
    exhibits.unshift({
      key: '3d',
      label: t('media.showModel'),
      thumb: (
        <>
          {poster && <Picture image={poster} sizes="112px" />}
          <CubeIcon />
        </>
      ),
      shown: <WorkStage work={work} title={title} mine={mine} />,
    })
  return <MediaStage exhibits={exhibits} chosen={chosen} choose={setChosen} />
}
