import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '@toile/contracts/videos/videos'
import { Picture } from '../../ui/Picture.js'
import { clock } from './clock.js'
import { PlayIcon } from './player-icons.js'
import './work-video.css'

const VideoPlayer = lazy(async () => ({ default: (await import('./VideoPlayer.js')).VideoPlayer }))

interface WorkVideoProps {
  video: Video
  title: string
  /** Refetches the video, because the links of a private video expire after ten minutes. */
  refresh?: () => void
}

export function WorkVideo({ video, title, refresh }: WorkVideoProps) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState(false)
  const poster = video.poster && <Picture image={video.poster} sizes="(min-width: 900px) 60vw, 100vw" />
  return (
    <div className="work-video" style={{ ['--shape' as string]: video.width ? video.width / video.height : 16 / 9 }}>
      {video.variants.length === 0 ? (
        <>
          {poster}
          <p className="work-video-wait" role="status">
            {video.failure?.message ?? t('videos.preparing')}
          </p>
        </>
      ) : wanted ? (
        <Suspense fallback={poster}>
          <VideoPlayer video={video} title={title} {...(refresh && { refresh })} />
        </Suspense>
      ) : (
        <button
          type="button"
          className="work-video-start"
          aria-label={t('videos.playTitled', { title })}
          onClick={() => setWanted(true)}
        >
          {poster}
          <span className="work-video-play" aria-hidden="true">
            <PlayIcon />
          </span>
          <span className="work-video-length tabular" aria-hidden="true">
            {clock(video.durationSeconds)}
          </span>
        </button>
      )}
    </div>
  )
}
