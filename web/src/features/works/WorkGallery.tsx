import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Work } from '@toile/contracts/works'
import { useLive } from '../../socket.js'
import { CubeIcon } from '../../ui/icons.js'
import { Picture } from '../../ui/Picture.js'
import { usePins } from '../comments/pins.js'
import { PlayIcon } from '../videos/player-icons.js'
import { WorkVideo } from '../videos/WorkVideo.js'
import { posterOf } from './use-work.js'
import { WorkStage } from './WorkStage.js'
import './work-gallery.css'

interface Exhibit {
  key: string
  /** What choosing it does, for a person. */
  label: string
  thumb: ReactNode
  shown: ReactNode
}

/** All that a work shows, one at a time: the garment in 3D, its video, its detail pictures. */
export function WorkGallery({ work, title, mine }: { work: Work; title: string; mine: boolean }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string>()
  const queryClient = useQueryClient()
  const asked = usePins()?.asked
  useEffect(() => {
    if (asked) setChosen('3d')
  }, [asked])
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['works', work.id] })
  // The creator sees the sizes of the video come.
  useLive('video:status', (message) => message.uploadId === work.videoUploadId && refresh())

  const { image: poster } = posterOf(work)
  const { video } = work
  const exhibits: Exhibit[] = work.images.map((image, i) => ({
    key: image.id,
    label: t('media.showPicture', { number: i + 1 }),
    thumb: <Picture image={image} sizes="112px" />,
    shown: (
      <div className="work-stage" data-wide>
        <Picture image={image} sizes="min(100vw, 1724px)" alt={t('media.picture', { number: i + 1 })} first />
      </div>
    ),
  }))
  if (video)
    exhibits.unshift({
      key: video.id,
      label: t('media.showVideo'),
      thumb: (
        <>
          {video.poster && <Picture image={video.poster} sizes="112px" />}
          <PlayIcon />
        </>
      ),
      shown: (
        <div className="work-film">
          <WorkVideo video={video} title={title} refresh={refresh} />
        </div>
      ),
    })
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
  const shown = exhibits.find(({ key }) => key === chosen) ?? exhibits[0]
  return (
    <>
      {shown?.shown}
      {exhibits.length > 1 && (
        <ul className="work-gallery" aria-label={t('media.gallery')}>
          {exhibits.map(({ key, label, thumb }) => (
            <li key={key}>
              <button type="button" aria-label={label} aria-pressed={key === shown?.key} onClick={() => setChosen(key)}>
                {thumb}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
