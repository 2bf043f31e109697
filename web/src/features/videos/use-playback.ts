import { useEffect, useRef, useState, type RefObject, type VideoHTMLAttributes } from 'react'
import type { Video } from '@toile/contracts/videos/videos'

type Variant = Video['variants'][number]

/** The smallest size that fills a box so many px high, or the largest there is. `variants` begin with the smallest. */
function fitting(variants: readonly Variant[], heightPx: number): Variant | undefined {
  return variants.find((variant) => variant.height >= heightPx) ?? variants.at(-1)
}

/**
 * What a video element plays and how far it is. Another size, or a fresh link after an error, goes on at the same
 * moment; a link that merely changed does not disturb what plays.
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

  // Not by onLoadedMetadata: React may have made the element, and the browser loaded it, before it is on the page.
  useEffect(() => {
    const video = element.current
    if (!video) return
    const start = () => {
      video.currentTime = resume.current.seconds
      // The browser may want a press for sound; then the button waits for it.
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
