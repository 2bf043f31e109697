import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lesson } from '@toile/contracts/courses/courses'
import { ApiError } from '../../../lib/api.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { Picture } from '../../../ui/Picture.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ActionButton } from '../actions/ActionButton.js'
import { clock } from '../../videos/clock.js'

interface LessonRowProps {
  courseId: string
  lesson: Lesson
  index: number
  count: number
  isDragged: boolean
  open: () => void
  moveTo: (index: number) => void
  onDrag: (id: string | undefined) => void
  onDrop: () => void
}

export function LessonRow({ courseId, lesson, index, count, isDragged, open, moveTo, onDrag, onDrop }: LessonRowProps) {
  const { t } = useTranslation()
  const row = useRef<HTMLLIElement>(null)
  const [isOver, setOver] = useState(false)
  const { id, title, poster, durationSeconds, comments } = lesson
  async function remove(reason: string) {
    try {
      await backstageApi.removeCourseVideo({ id: courseId, videoId: id, reason })
    } catch (error) {
      if (error instanceof ApiError && 'videos' in error.fields)
        error.message = t('content-backstage:backstageCourses.needsVideo')
      throw error
    }
    toast('success', t('content-backstage:backstageCourses.videoRemoved', { title }))
  }
  return (
    <li
      ref={row}
      className="lesson-backstage"
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
        className="lesson-backstage-grip"
        aria-hidden="true"
        title={t('content-backstage:backstageCourses.drag')}
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
      <div className="lesson-backstage-text">
        <strong>
          {index + 1}. {title}
        </strong>
        <p className="muted tabular">
          {clock(durationSeconds)}
          {comments > 0 && ` · ${t('content-backstage:backstageCourses.comments', { count: comments })}`}
        </p>
      </div>
      <div className="lesson-backstage-tools">
        <Button
          variant="quiet"
          className="button-small"
          aria-label={t('content-backstage:backstageCourses.earlier', { title })}
          disabled={index === 0}
          onClick={() => moveTo(index - 1)}
        >
          ↑
        </Button>
        <Button
          variant="quiet"
          className="button-small"
          aria-label={t('content-backstage:backstageCourses.later', { title })}
          disabled={index === count - 1}
          onClick={() => moveTo(index + 1)}
        >
          ↓
        </Button>
        <Button
          className="button-small"
          aria-label={t('content-backstage:backstageCourses.editOf', { title })}
          onClick={open}
        >
          {t('work.edit')}
        </Button>
        <ActionButton
          label={t('common.remove')}
          consequence={t('content-backstage:backstageCourses.removeVideoMeans', { title })}
          asksReason
          action={remove}
        />
      </div>
    </li>
  )
}
