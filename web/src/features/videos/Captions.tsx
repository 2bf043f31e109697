import { useEffect, useState, type RefObject } from 'react'
import type { Captions } from '@toile/contracts/courses/courses'
import { currentLanguage } from '../../i18n/index.js'
import { local } from '../../lib/storage.js'

const KEPT = 'captions'
const OFF = 'off'

/** `shown` is the chosen language, else that of the interface. It is null if captions are off or lack the language. */
export function useCaptions(tracks: readonly Captions[]) {
  const [wanted, setWanted] = useState(() => local.getItem(KEPT) ?? currentLanguage())
  return {
    shown: tracks.find(({ language }) => language === wanted)?.language ?? null,
    choose: (language: string | null) => {
      local.setItem(KEPT, language ?? OFF)
      setWanted(language ?? OFF)
    },
  }
}

/** Only loads the captions. CaptionLine draws them, so that they are above the controls and alike in every browser. */
export function CaptionTracks({ tracks }: { tracks: readonly Captions[] }) {
  return tracks.map(({ language, label, url }) => (
    <track key={language} kind="captions" src={url} srcLang={language} label={label || language} />
  ))
}

export function CaptionLine({ video, shown }: { video: RefObject<HTMLVideoElement | null>; shown: string | null }) {
  const [lines, setLines] = useState<string[]>([])
  useEffect(() => {
    const tracks = [...(video.current?.textTracks ?? [])]
    // The mode `hidden` makes the browser load the cues without drawing them.
    for (const track of tracks) track.mode = track.language === shown ? 'hidden' : 'disabled'
    const track = tracks.find(({ language }) => language === shown)
    const showCues = () => setLines([...(track?.activeCues ?? [])].map((cue) => textOf(cue as VTTCue)))
    showCues()
    track?.addEventListener('cuechange', showCues)
    return () => track?.removeEventListener('cuechange', showCues)
  }, [video, shown])
  if (lines.length === 0) return null
  return (
    <p className="player-captions" lang={shown ?? undefined}>
      {lines.map((line, i) => (
        <span key={i}>{line}</span>
      ))}
    </p>
  )
}

const textOf = (cue: VTTCue) => cue.getCueAsHTML().textContent ?? ''
