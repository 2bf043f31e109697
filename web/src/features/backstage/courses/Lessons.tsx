import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Course, Lesson } from '@toile/contracts/courses/courses'
import { backstageApi } from '../../../lib/backstage-api.js'
import { optimistic } from '../../../lib/optimistic.js'
import { Notice } from '../../../ui/Notice.js'
import { LessonRow } from './LessonRow.js'
import { courseKey } from './use-backstage-course.js'

const LessonDrawer = lazy(async () => ({ default: (await import('./LessonDrawer.js')).LessonDrawer }))

export function Lessons({ course }: { course: Course }) {
  const { t } = useTranslation()
  const [openId, setOpenId] = useState<string>()
  const [dragged, setDragged] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const { id: courseId, lessons } = course
  const order = useMutation({
    mutationFn: (moved: Lesson[]) =>
      backstageApi.orderCourseVideos({ id: courseId, videoIds: moved.map(({ id }) => id) }),
    ...optimistic(courseKey(courseId), (before: Course, moved: Lesson[]) => ({ ...before, lessons: moved })),
  })

  function move(id: string, to: number) {
    const from = lessons.findIndex((one) => one.id === id)
    if (from < 0 || to < 0 || to >= lessons.length || from === to) return
    const moved = lessons.toSpliced(from, 1).toSpliced(to, 0, lessons[from]!)
    order.mutate(moved)
    setAnnouncement(
      t('content-backstage:backstageCourses.movedTo', {
        title: lessons[from]!.title,
        place: to + 1,
        count: lessons.length,
      }),
    )
  }
  if (lessons.length === 0) return <Notice text={t('content-backstage:backstageCourses.noVideos')} />
  const open = lessons.find(({ id }) => id === openId)
  return (
    <>
      <ol className="lessons-backstage" aria-label={t('content-backstage:backstageCourses.videosOrder')}>
        {lessons.map((lesson, index) => (
          <LessonRow
            key={lesson.id}
            courseId={courseId}
            lesson={lesson}
            index={index}
            count={lessons.length}
            isDragged={dragged === lesson.id}
            open={() => setOpenId(lesson.id)}
            moveTo={(to) => move(lesson.id, to)}
            onDrag={setDragged}
            onDrop={() => {
              if (dragged) move(dragged, index)
              setDragged(undefined)
            }}
          />
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <Suspense>
        {open && <LessonDrawer key={open.id} courseId={courseId} lesson={open} close={() => setOpenId(undefined)} />}
      </Suspense>
    </>
  )
}
