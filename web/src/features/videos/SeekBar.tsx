import { useState, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Storyboard, Video } from '@toile/contracts/videos/videos'
import { clock } from './clock.js'
import { SeekMarks, type SeekMark } from './SeekMarks.js'

interface SeekBarProps {
  video: Video
  seconds: number
  seek: (seconds: number) => void
  marks: readonly SeekMark[]
}

export function SeekBar({ video, seconds, seek, marks }: SeekBarProps) {
  const { t } = useTranslation()
  const { durationSeconds: length, storyboard } = video
  const [at, setAt] = useState<number>()
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setAt(Math.min(1, Math.max(0, (clientX - left) / width)))
  }
  return (
    <div className="player-seek" onPointerMove={point} onPointerLeave={() => setAt(undefined)}>
      {at !== undefined && (
        <div className="player-moment" style={{ insetInlineStart: `${at * 100}%` }} aria-hidden="true">
          {storyboard && <Moment storyboard={storyboard} seconds={at * length} />}
          {chapterAt(marks, at * length)}
          <span className="tabular">{clock(at * length)}</span>
        </div>
      )}
      <input
        type="range"
        min={0}
        max={length}
        step={0.1}
        value={Math.min(seconds, length)}
        style={{ ['--done' as string]: `${(seconds / length) * 100}%` }}
        aria-label={t('videos.position')}
        aria-valuetext={t('videos.positionOf', { at: clock(seconds), length: clock(length) })}
        onChange={({ currentTarget }) => seek(Number(currentTarget.value))}
      />
      {marks.length > 0 && <SeekMarks marks={marks} length={length} />}
    </div>
  )
}

function chapterAt(marks: readonly SeekMark[], seconds: number): string | undefined {
  return marks.findLast((mark) => mark.kind === 'chapter' && mark.seconds <= seconds)?.label
}

function Moment({ storyboard, seconds }: { storyboard: Storyboard; seconds: number }) {
  const { url, columns, count, width, height, secondsApart } = storyboard
  const index = Math.min(count - 1, Math.floor(seconds / secondsApart))
  const [column, row] = [index % columns, Math.floor(index / columns)]
  return (
    <span
      className="player-moment-picture"
      style={{
        width,
        height,
        backgroundImage: `url("${url}")`,
        backgroundPosition: `-${column * width}px -${row * height}px`,
      }}
    />
  )
}
