import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Course } from '@toile/contracts/courses/courses'
import { resultOf } from '../../../lib/api.js'
import { FAILED } from '../../../lib/request.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Notice } from '../../../ui/Notice.js'
import { LessonRow } from './LessonRow.js'

const LessonDrawer = lazy(async () => ({ default: (await import('./LessonDrawer.js')).LessonDrawer }))

/** The videos of a course in their order, which is changed by dragging or by the arrows, and kept at once. */
export function Lessons({ course, onSaved }: { course: Course; onSaved: (course: Course) => void }) {
  const { t } = useTranslation()
  const [openId, setOpenId] = useState<string>()
  const [dragged, setDragged] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const { lessons } = course

  /** Shows the new order at once; the server's answer, or what was there before, takes its place. */
  async function move(id: string, to: number) {
    const from = lessons.findIndex((one) => one.id === id)
    if (from < 0 || to < 0 || to >= lessons.length || from === to) return
    const moved = lessons.toSpliced(from, 1).toSpliced(to, 0, lessons[from]!)
    onSaved({ ...course, lessons: moved })
    setAnnouncement(
      t('content-backstage:backstageCourses.movedTo', {
        title: lessons[from]!.title,
        place: to + 1,
        count: lessons.length,
      }),
    )
    const result = await resultOf(
      backstageApi.orderCourseVideos({ id: course.id, videoIds: moved.map((one) => one.id) }),
    )
    onSaved(result.code === FAILED ? course : result.data)
  }
  if (lessons.length === 0) return <Notice text={t('content-backstage:backstageCourses.noVideos')} />
  const open = lessons.find(({ id }) => id === openId)
  return (
    <>
      <ol className="lessons-backstage" aria-label={t('content-backstage:backstageCourses.videosOrder')}>
        {lessons.map((lesson, index) => (
          <LessonRow
            key={lesson.id}
            courseId={course.id}
            lesson={lesson}
            index={index}
            count={lessons.length}
            isDragged={dragged === lesson.id}
            open={() => setOpenId(lesson.id)}
            moveTo={(to) => void move(lesson.id, to)}
            onDrag={setDragged}
            onDrop={() => {
              if (dragged) void move(dragged, index)
              setDragged(undefined)
            }}
          />
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <Suspense>
        {open && <LessonDrawer key={open.id} courseId={course.id} lesson={open} close={() => setOpenId(undefined)} />}
      </Suspense>
    </>
  )
}
