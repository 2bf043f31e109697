import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appearance } from '@toile/contracts/models/appearance.constants'
import type { Clip } from '@toile/scene/animation'
import { RadioGroup } from './RadioGroup.js'
import { Slider } from '../../ui/forms/Slider.js'

export interface AnimationControlsProps {
  clips: Clip[]
  moment: Appearance['animation']
  move: (moment: Appearance['animation']) => void
}

/** An animation plays only after the user presses play. */
export function AnimationControls({ clips, moment, move }: AnimationControlsProps) {
  const { t } = useTranslation()
  const [playing, setPlaying] = useState(false)
  const clip = moment?.clip ?? 0
  const durationSeconds = clips[clip]?.durationSeconds ?? 0
  // A ref lets the loop read the latest values without restarting.
  const latest = useRef({ moment, move })
  useEffect(() => {
    latest.current = { moment, move }
  })

  useEffect(() => {
    if (!playing || durationSeconds <= 0) return
    let before = performance.now()
    let frame = 0
    const step = (now: number) => {
      const seconds = ((latest.current.moment?.seconds ?? 0) + (now - before) / 1000) % durationSeconds
      before = now
      latest.current.move({ clip, seconds })
      frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [playing, clip, durationSeconds])

  const seconds = moment?.seconds ?? 0
  return (
    <>
      {clips.length > 1 && (
        <RadioGroup
          label={t('studio.animation')}
          options={clips.map(({ name }, i) => ({ value: `${i}`, text: name }))}
          value={moment ? `${clip}` : null}
          choose={(value) => move({ clip: Number(value), seconds: 0 })}
        />
      )}
      <div className="studio-row">
        <button type="button" onClick={() => setPlaying(!playing)}>
          {playing ? t('videos.pause') : t('videos.play')}
        </button>
        <button
          type="button"
          disabled={!moment}
          onClick={() => {
            setPlaying(false)
            move(null)
          }}
        >
          {t('studio.stop')}
        </button>
      </div>
      <Slider
        label={t('studio.moment')}
        value={seconds}
        text={t('renders.seconds', { seconds: seconds.toFixed(1) })}
        min={0}
        max={Math.max(durationSeconds, 0.1)}
        step={0.02}
        change={(to) => {
          setPlaying(false)
          move({ clip, seconds: to })
        }}
      />
    </>
  )
}
