import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Course, CourseVideo, Chapter } from '@toile/contracts/courses/courses'
import { useSession } from '../../lib/session.js'
import { Button } from '../../ui/Button.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Comments } from '../comments/Comments.js'
import { PinsProvider, usePins } from '../comments/pins.js'
import { RichText } from '../rich-text/RichText.js'
import { clock } from '../videos/clock.js'
import { LessonVideo } from './LessonVideo.js'
import { useProgress } from './use-progress.js'

interface LessonViewProps {
  course: Course
  lesson: CourseVideo
  refresh: () => void
}

export function LessonView(props: LessonViewProps) {
  return (
    <PinsProvider>
      <Lesson {...props} />
    </PinsProvider>
  )
}

function Lesson({ course, lesson, refresh }: LessonViewProps) {
  const { t } = useTranslation()
  const progress = useProgress(lesson)
  const pins = usePins()!
  const signedIn = useSession() !== undefined
  const [at, setAt] = useState(lesson.progress?.seconds ?? 0)
  const goTo = (seconds: number) => pins.ask({ seconds })
  const count = course.lessons.find(({ id }) => id === lesson.id)?.comments ?? lesson.comments
  return (
    <article className="lesson-main">
      <LessonVideo
        course={course}
        lesson={lesson}
        refresh={refresh}
        onSeconds={(seconds) => {
          progress.play(seconds)
          setAt(Math.floor(seconds))
        }}
        onRest={progress.rest}
      />
      <PageHeading title={lesson.title} />
      {lesson.chapters.length > 0 && <Chapters chapters={lesson.chapters} at={at} goTo={goTo} />}
      {lesson.description && (
        <section className="lesson-about" aria-label={t('learning:about')}>
          <RichText html={lesson.description} />
        </section>
      )}
      {course.description && (
        <details className="lesson-about">
          <summary>{t('learning:aboutCourse')}</summary>
          <RichText html={course.description} />
        </details>
      )}
      <Comments
        on={{ kind: 'videos', id: lesson.id }}
        count={count}
        tools={
          signedIn && (
            <Button variant="quiet" onClick={() => pins.setDraft({ seconds: Math.floor(progress.seconds()) })}>
              {t('learning:atMoment', { at: clock(at) })}
            </Button>
          )
        }
      />
    </article>
  )
}

interface ChaptersProps {
  chapters: readonly Chapter[]
  /** Current position in seconds. */
  at: number
  goTo: (seconds: number) => void
}

function Chapters({ chapters, at, goTo }: ChaptersProps) {
  const { t } = useTranslation()
  const now = chapters.findLastIndex(({ seconds }) => seconds <= at)
  return (
    <nav className="chapters" aria-label={t('learning:chapters')}>
      <ol>
        {chapters.map(({ seconds, title }, i) => (
          <li key={seconds}>
            <button
              type="button"
              aria-current={i === now ? 'step' : undefined}
              aria-label={t('learning:chapter', { title, at: clock(seconds) })}
              onClick={() => goTo(seconds)}
            >
              <span className="tabular">{clock(seconds)}</span>
              <bdi>{title}</bdi>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
