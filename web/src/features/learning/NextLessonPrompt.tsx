import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Course } from '@toile/contracts/courses/courses'
import { paths } from '../../lib/paths.js'
import { useNavigate } from '../../lib/router.js'
import { Button } from '../../ui/Button.js'

/** Long enough to decide otherwise. */
const WAIT_SECONDS = 8

/** What stands over a video that has ended: the next one, which begins by itself unless one stays. */
export function NextLessonPrompt({
  course,
  nextId,
  again,
}: {
  course: Course
  nextId: string | null
  again: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [left, setLeft] = useState<number | null>(WAIT_SECONDS)
  const next = course.lessons.find(({ id }) => id === nextId)
  const go = () => {
    if (next) void navigate(paths.lesson(course.id, next.id))
  }
  const goByItself = useEffectEvent(go)
  useEffect(() => {
    if (left === null || !next) return
    if (left === 0) return goByItself()
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left, next])
  return (
    <div className="next-offer">
      {next ? (
        <>
          <p>
            {t('learning:next')}
            <strong>
              <bdi>{next.title}</bdi>
            </strong>
            {left !== null && <span className="tabular">{t('learning:nextIn', { count: left })}</span>}
          </p>
          <Button variant="filled" autoFocus onClick={go}>
            {t('learning:playNext')}
          </Button>
          {left !== null && <Button onClick={() => setLeft(null)}>{t('learning:stay')}</Button>}
        </>
      ) : (
        <p>
          <strong>{t('learning:finished')}</strong>
        </p>
      )}
      <Button onClick={again}>{t('learning:again')}</Button>
    </div>
  )
}
