import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Course, CourseVideo } from '@toile/contracts/courses/courses'
import { WATCHED_SHARE } from '@toile/contracts/courses/courses.constants'
import { cutText } from '@toile/contracts/cut-text'
import { Picture } from '../../ui/Picture.js'
import { usePins } from '../comments/pins.js'
import { commentElementId } from '../comments/pins.js'
import { useComments } from '../comments/use-comments.js'
import { clock } from '../videos/clock.js'
import { PlayIcon } from '../videos/player-icons.js'
import type { SeekMark } from '../videos/SeekMarks.js'
import { NextLessonPrompt } from './NextLessonPrompt.js'
import '../videos/work-video.css'

const VideoPlayer = lazy(async () => ({ default: (await import('../videos/VideoPlayer.js')).VideoPlayer }))

/** After one press of play, later videos play automatically until the page is reloaded. */
let autoplays = false

interface LessonVideoProps {
  course: Course
  lesson: CourseVideo
  refresh: () => void
  onSeconds: (seconds: number) => void
  onRest: (seconds: number) => void
}

export function LessonVideo({ course, lesson, refresh, onSeconds, onRest }: LessonVideoProps) {
  const { t } = useTranslation()
  const { video, title } = lesson
  const pins = usePins()
  const asked = pins?.asked && 'seconds' in pins.asked ? pins.asked : null
  const [wanted, setWanted] = useState(autoplays)
  const [hasEnded, setEnded] = useState(false)
  // The position is read once when the lesson opens, because later updates of the progress must not move the player.
  const [startAt] = useState(() => resumeAt(lesson))
  const marks = useMarks(lesson)
  const start = () => {
    autoplays = true
    setWanted(true)
  }
  const isShown = wanted || asked !== null
  return (
    <div className="work-video lesson-video" style={{ ['--shape' as string]: video.width / video.height }}>
      {isShown ? (
        <Suspense fallback={video.poster && <Picture image={video.poster} sizes="70vw" />}>
          <VideoPlayer
            video={video}
            title={title}
            refresh={refresh}
            startAt={wanted ? startAt : asked!.seconds}
            captions={lesson.captions}
            marks={marks}
            asked={asked}
            onSeconds={(seconds) => {
              setEnded(false)
              onSeconds(seconds)
            }}
            onRest={(seconds, ended) => {
              onRest(seconds)
              setEnded(ended)
            }}
          />
        </Suspense>
      ) : (
        <button
          type="button"
          className="work-video-start"
          aria-label={startAt > 0 ? t('learning:resume', { at: clock(startAt) }) : t('learning:play', { title })}
          onClick={start}
        >
          {video.poster && <Picture image={video.poster} sizes="(min-width: 900px) 70vw, 100vw" first />}
          <span className="work-video-play" aria-hidden="true">
            <PlayIcon />
          </span>
          {startAt > 0 && (
            <span className="lesson-resume" aria-hidden="true">
              {t('learning:resume', { at: clock(startAt) })}
            </span>
          )}
          <span className="work-video-length tabular" aria-hidden="true">
            {clock(video.durationSeconds)}
          </span>
        </button>
      )}
      {hasEnded && (
        <NextLessonPrompt course={course} nextId={lesson.nextId} onReplay={() => pins?.ask({ seconds: 0 })} />
      )}
    </div>
  )
}

function resumeAt({ progress, durationSeconds }: CourseVideo): number {
  if (!progress || progress.seconds >= durationSeconds * WATCHED_SHARE) return 0
  return progress.seconds
}

function useMarks({ id, chapters }: CourseVideo): SeekMark[] {
  const { t } = useTranslation()
  const { comments } = useComments({ kind: 'videos', id })
  const commentMarks = (comments ?? []).flatMap(({ id: key, pin, body, deleted }): SeekMark[] => {
    if (deleted || !pin || !('seconds' in pin)) return []
    const label = t('learning:commentAt', { at: clock(pin.seconds), text: cutText(body, 60) })
    const onPress = () => document.getElementById(commentElementId(key))?.focus()
    return [{ key, seconds: pin.seconds, kind: 'comment', label, onPress }]
  })
  const chapterMarks = chapters.map(({ seconds, title }): SeekMark => {
    return { key: `chapter-${seconds}`, seconds, kind: 'chapter', label: title }
  })
  return [...chapterMarks, ...commentMarks]
}
