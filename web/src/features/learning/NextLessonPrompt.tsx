import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Course } from '@toile/contracts/courses/courses'
import { paths } from '../../lib/paths.js'
import { useNavigate } from '../../lib/router.js'
import { Button } from '../../ui/Button.js'

/** The next video starts after this time, which is long enough to decide against it. */
const AUTOPLAY_DELAY_SECONDS = 8

export function NextLessonPrompt({
  course,
  nextId,
  onReplay,
}: {
  course: Course
  nextId: string | null
  onReplay: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [secondsLeft, setSecondsLeft] = useState<number | null>(AUTOPLAY_DELAY_SECONDS)
  const next = course.lessons.find(({ id }) => id === nextId)
  const playNext = () => {
    if (next) void navigate(paths.lesson(course.id, next.id))
  }
  const autoplay = useEffectEvent(playNext)
  useEffect(() => {
    if (secondsLeft === null || !next) return
    if (secondsLeft === 0) return autoplay()
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1_000)
    return () => clearTimeout(timer)
  }, [secondsLeft, next])
  return (
    <div className="next-lesson-prompt">
      {next ? (
        <>
          <p>
            {t('learning:next')}
            <strong>
              <bdi>{next.title}</bdi>
            </strong>
            {secondsLeft !== null && <span className="tabular">{t('learning:nextIn', { count: secondsLeft })}</span>}
          </p>
          <Button variant="filled" autoFocus onClick={playNext}>
            {t('learning:playNext')}
          </Button>
          {secondsLeft !== null && <Button onClick={() => setSecondsLeft(null)}>{t('common.cancel')}</Button>}
        </>
      ) : (
        <p>
          <strong>{t('learning:finished')}</strong>
        </p>
      )}
      <Button onClick={onReplay}>{t('learning:again')}</Button>
    </div>
  )
}
