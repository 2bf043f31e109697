import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lesson, officeCourseRoutes } from '@toile/contracts/courses'
import { ask, CallFailure } from '../../../api.js'
import { Button } from '../../../ui/Button.js'
import { Picture } from '../../../ui/Picture.js'
import { toast } from '../../../ui/toasts.js'
import { DeedButton } from '../deeds/DeedButton.js'
import { clock } from '../../videos/clock.js'

interface LessonRowProps {
  courseId: string
  lesson: Lesson
  place: number
  count: number
  isDragged: boolean
  open: () => void
  moveTo: (place: number) => void
  onDrag: (id: string | undefined) => void
  onDrop: () => void
}

/** One video of a course, with all that can be done to it. */
export function LessonRow({ courseId, lesson, place, count, isDragged, open, moveTo, onDrag, onDrop }: LessonRowProps) {
  const { t } = useTranslation()
  const row = useRef<HTMLLIElement>(null)
  const [isOver, setOver] = useState(false)
  const { id, title, poster, durationSeconds, comments } = lesson
  async function remove(reason: string) {
    const path = `/backstage/courses/${courseId}/videos/${id}` as const
    try {
      await ask<typeof officeCourseRoutes.removeCourseVideo>('DELETE', path, { reason })
    } catch (error) {
      if (!(error instanceof CallFailure) || !('videos' in error.failed.fields)) throw error
      throw new CallFailure({ ...error.failed, message: t('officeCourses.needsVideo') })
    }
    toast('success', t('officeCourses.videoRemoved', { title }))
  }
  return (
    <li
      ref={row}
      className="lesson-office"
      data-dragged={isDragged}
      data-over={isOver && !isDragged}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop()
      }}
    >
      <span
        className="lesson-office-grip"
        aria-hidden="true"
        title={t('officeCourses.drag')}
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', title)
          if (row.current) event.dataTransfer.setDragImage(row.current, 0, 0)
          onDrag(id)
        }}
        onDragEnd={() => onDrag(undefined)}
      >
        ⠿
      </span>
      <span className="content-thumb content-thumb-wide">{poster && <Picture image={poster} sizes="72px" />}</span>
      <div className="lesson-office-text">
        <strong>
          {place + 1}. {title}
        </strong>
        <p className="muted tabular">
          {clock(durationSeconds)}
          {comments > 0 && ` · ${t('officeCourses.comments', { count: comments })}`}
        </p>
      </div>
      <div className="lesson-office-tools">
        <Button
          look="quiet"
          className="button-small"
          aria-label={t('officeCourses.earlier', { title })}
          disabled={place === 0}
          onClick={() => moveTo(place - 1)}
        >
          ↑
        </Button>
        <Button
          look="quiet"
          className="button-small"
          aria-label={t('officeCourses.later', { title })}
          disabled={place === count - 1}
          onClick={() => moveTo(place + 1)}
        >
          ↓
        </Button>
        <Button className="button-small" aria-label={t('officeCourses.editOf', { title })} onClick={open}>
          {t('content.edit')}
        </Button>
        <DeedButton
          label={t('officeCourses.removeVideo')}
          consequence={t('officeCourses.removeVideoMeans', { title })}
          asksReason
          deed={remove}
        />
      </div>
    </li>
  )
}
