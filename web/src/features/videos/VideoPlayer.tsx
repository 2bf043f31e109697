import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Captions } from '@toile/contracts/courses/courses'
import type { Video } from '@toile/contracts/videos/videos'
import { useFullscreen } from '../../viewer/use-fullscreen.js'
import { CaptionLine, CaptionTracks, useCaptions } from './Captions.js'
import { clock } from './clock.js'
import { FullIcon, MutedIcon, PauseIcon, PlayIcon, SoundIcon } from './player-icons.js'
import { SeekBar } from './SeekBar.js'
import type { SeekMark } from './SeekMarks.js'
import { usePlayback } from './use-playback.js'
import './player.css'

const STEP_SECONDS = 5

interface VideoPlayerProps {
  video: Video
  title: string
  refresh?: () => void
  startAt?: number
  captions?: readonly Captions[]
  marks?: readonly SeekMark[]
  /** A position to play from. Pass a new object each time, so that the same position can be played again. */
  asked?: { seconds: number } | null
  onSeconds?: (seconds: number) => void
  onRest?: (seconds: number, hasEnded: boolean) => void
}

const none: readonly never[] = []

/** The keys space, K, left, right, Home, End, M and F work anywhere in the player, except in its select elements. */
export function VideoPlayer({
  video,
  title,
  refresh,
  startAt,
  captions = none,
  marks = none,
  asked = null,
  onSeconds,
  onRest,
}: VideoPlayerProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLVideoElement>(null)
  const player = usePlayback(element, video, { refresh, startAt })
  const full = useFullscreen(box)
  const { shown, choose } = useCaptions(captions)

  const goTo = useEffectEvent((seconds: number) => {
    player.seek(seconds)
    element.current?.play().catch(() => undefined)
  })
  useEffect(() => {
    if (asked) goTo(asked.seconds)
  }, [asked])

  // The player takes the focus, because the start button, which usually had the focus, has been removed.
  useEffect(() => box.current?.focus({ preventScroll: true }), [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return
    // A focused button handles the space bar itself.
    const isButton = event.target instanceof HTMLButtonElement
    const actions: Record<string, (() => void) | undefined> = {
      ' ': isButton ? undefined : player.toggle,
      k: player.toggle,
      ArrowLeft: () => player.seek(player.seconds - STEP_SECONDS),
      ArrowRight: () => player.seek(player.seconds + STEP_SECONDS),
      Home: () => player.seek(0),
      End: () => player.seek(video.durationSeconds),
      m: video.hasAudio ? player.toggleMuted : undefined,
      f: full.toggle ?? undefined,
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }

  return (
    <div
      ref={box}
      className="player"
      role="group"
      tabIndex={-1}
      aria-label={title}
      data-playing={player.isPlaying}
      onKeyDown={onKeyDown}
    >
      <video
        ref={element}
        src={player.source.url}
        poster={video.poster?.variants.at(-1)?.url}
        playsInline
        preload="auto"
        // The captions may be on another origin, from which a browser loads them only if the video has `crossOrigin`.
        {...(captions.length > 0 && { crossOrigin: 'anonymous' })}
        onClick={player.toggle}
        {...player.events}
        onTimeUpdate={(event) => {
          player.events.onTimeUpdate?.(event)
          onSeconds?.(event.currentTarget.currentTime)
        }}
        onPause={(event) => {
          player.events.onPause?.(event)
          const { currentTime, ended } = event.currentTarget
          onRest?.(currentTime, ended)
        }}
      >
        <CaptionTracks tracks={captions} />
      </video>
      <CaptionLine video={element} shown={shown} />
      {player.isBroken && (
        <p className="player-problem" role="alert">
          {t('videos.broken')}
        </p>
      )}
      <div className="player-controls">
        <SeekBar video={video} seconds={player.seconds} seek={player.seek} marks={marks} />
        <div className="player-row">
          <button
            type="button"
            aria-label={t(player.isPlaying ? 'videos.pause' : 'videos.play')}
            onClick={player.toggle}
          >
            {player.isPlaying ? <PauseIcon /> : <PlayIcon />}
          </button>
          {video.hasAudio && (
            <button
              type="button"
              aria-label={t(player.isMuted ? 'videos.unmute' : 'videos.mute')}
              onClick={player.toggleMuted}
            >
              {player.isMuted ? <MutedIcon /> : <SoundIcon />}
            </button>
          )}
          <span className="player-time tabular">
            {clock(player.seconds)} / {clock(video.durationSeconds)}
          </span>
          {captions.length > 0 && (
            <select
              aria-label={t('videos.captions')}
              value={shown ?? ''}
              onChange={({ currentTarget }) => choose(currentTarget.value || null)}
            >
              <option value="">{t('videos.captionsOff')}</option>
              {captions.map(({ language, label }) => (
                <option key={language} value={language} lang={language}>
                  {label || language}
                </option>
              ))}
            </select>
          )}
          {video.variants.length > 1 && (
            <select
              aria-label={t('videos.quality')}
              value={player.source.name}
              onChange={({ currentTarget }) => player.choose(currentTarget.value)}
            >
              {video.variants.toReversed().map(({ name, width, height }) => (
                <option key={name} value={name}>
                  {Math.min(width, height)}p
                </option>
              ))}
            </select>
          )}
          {full.toggle && (
            <button
              type="button"
              aria-label={t(full.isFull ? 'viewer.exitFullscreen' : 'viewer.fullscreen')}
              onClick={full.toggle}
            >
              <FullIcon />
            </button>
          )}
        </div>
      </div>
    </div>
  )
}
