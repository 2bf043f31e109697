import { useEffect, useRef, useState, type RefObject, type VideoHTMLAttributes } from 'react'
import type { Video } from '@toile/contracts/videos/videos'

type Variant = Video['variants'][number]

/** The smallest size that is at least `heightPx` high, else the largest. `variants` are sorted, smallest first. */
function fitting(variants: readonly Variant[], heightPx: number): Variant | undefined {
  return variants.find((variant) => variant.height >= heightPx) ?? variants.at(-1)
}

/**
 * Controls a video element. After a change of size, or with a new link after an error, playback continues at the same
 * position. A new link without an error does not interrupt playback.
 */
export function usePlayback(
  element: RefObject<HTMLVideoElement | null>,
  { variants, durationSeconds }: Video,
  { refresh, startAt = 0 }: { refresh?: (() => void) | undefined; startAt?: number | undefined } = {},
) {
  const [source, setSource] = useState(() => fitting(variants, window.innerHeight * 0.6 * window.devicePixelRatio)!)
  const [seconds, setSeconds] = useState(startAt)
  const [isPlaying, setPlaying] = useState(false)
  const [isMuted, setMuted] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const resume = useRef({ seconds: startAt, play: true })

  const become = (variant: Variant) => {
    resume.current = { seconds: element.current?.currentTime ?? 0, play: !element.current?.paused }
    setBroken(false)
    setSource(variant)
  }
  const fresh = variants.find(({ name }) => name === source.name)
  if (isBroken && fresh && fresh.url !== source.url) become(fresh)

  // A detached element may load before React attaches its handlers, so onLoadedMetadata could miss the event.
  useEffect(() => {
    const video = element.current
    if (!video) return
    const start = () => {
      video.currentTime = resume.current.seconds
      // The browser may block autoplay with sound. The user must then press the button.
      if (resume.current.play) video.play().catch(() => undefined)
    }
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) start()
    else video.addEventListener('loadedmetadata', start, { once: true })
    return () => video.removeEventListener('loadedmetadata', start)
  }, [element, source.url])

  const seek = (to: number) => {
    if (element.current) element.current.currentTime = Math.min(Math.max(0, to), durationSeconds)
  }
  const events: VideoHTMLAttributes<HTMLVideoElement> = {
    onTimeUpdate: ({ currentTarget: video }) => setSeconds(video.currentTime),
    onSeeking: ({ currentTarget: video }) => setSeconds(video.currentTime),
    onPlay: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onVolumeChange: ({ currentTarget: video }) => setMuted(video.muted),
    onError: ({ currentTarget: video }) => {
      resume.current = { seconds: video.currentTime || seconds, play: isPlaying }
      setBroken(true)
      refresh?.()
    },
  }
  return {
    source,
    choose: (name: string) => {
      const variant = variants.find((one) => one.name === name)
      if (variant && name !== source.name) become(variant)
    },
    seconds,
    seek,
    isPlaying,
    isBroken,
    toggle: () => {
      if (element.current?.paused) element.current.play().catch(() => undefined)
      else element.current?.pause()
    },
    isMuted,
    toggleMuted: () => {
      if (element.current) element.current.muted = !element.current.muted
    },
    events,
  }
}
