import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Image } from '@toile/contracts/images/images'
import type { Video } from '@toile/contracts/videos/videos'
import { Picture } from '../../../ui/Picture.js'
import { PlayIcon } from '../../videos/player-icons.js'
import { WorkVideo } from '../../videos/WorkVideo.js'
import './work-gallery.css'

export interface StageItem {
  key: string
  label: string
  thumb: ReactNode
  shown: ReactNode
}

interface Media {
  video: Video | null
  images: readonly Image[]
  title: string
  refresh: () => void
  stage: string
}

export function useMediaItems({ video, images, title, refresh, stage }: Media): StageItem[] {
  const { t } = useTranslation()
  const exhibits: StageItem[] = images.map((image, i) => ({
    key: image.id,
    label: t('media.showPicture', { number: i + 1 }),
    thumb: <Picture image={image} sizes="112px" />,
    shown: (
      <div className={stage} data-wide>
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
  return exhibits
}

interface MediaStageProps {
  exhibits: readonly StageItem[]
  /** The key of the shown item. If no item has it, the first one is shown. */
  chosen: string | undefined
  choose: (key: string) => void
}

export function MediaStage({ exhibits, chosen, choose }: MediaStageProps) {
  const { t } = useTranslation()
  const shown = exhibits.find(({ key }) => key === chosen) ?? exhibits[0]
  return (
    <>
      {shown?.shown}
      {exhibits.length > 1 && (
        <ul className="work-gallery" aria-label={t('media.gallery')}>
          {exhibits.map(({ key, label, thumb }) => (
            <li key={key}>
              <button type="button" aria-label={label} aria-pressed={key === shown?.key} onClick={() => choose(key)}>
                {thumb}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
