import { useEffect, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { CourseVideo, Lesson } from '@toile/contracts/courses/courses'
import { courseTitleLength } from '@toile/contracts/courses/courses.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { TextField } from '../../../ui/forms/Field.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { FormDrawer } from '../forms/FormDrawer.js'
import { SaveBar } from '../forms/SaveBar.js'
import { withClear } from '../../../lib/payload.js'
import { useBackstageForm } from '../forms/use-backstage-form.js'
import { RichTextEditor } from '../../rich-text/RichTextEditor.js'
import { clock } from '../../videos/clock.js'
import { CaptionFields } from './CaptionFields.js'
import { ChapterFields } from './ChapterFields.js'
import { useBackstageLesson } from './use-backstage-course.js'

interface LessonDrawerProps {
  courseId: string
  lesson: Lesson
  close: () => void
}

export function LessonDrawer({ courseId, lesson, close }: LessonDrawerProps) {
  const { t } = useTranslation()
  const { query, setCached } = useBackstageLesson(courseId, lesson.id)
  const [isUnsaved, setUnsaved] = useState(false)
  return (
    <FormDrawer title={lesson.title} about={clock(lesson.durationSeconds)} isUnsaved={isUnsaved} close={close}>
      {query.error && !query.data && (
        <LoadFailed text={t('content-backstage:backstageCourses.videoFailed')} of={query} />
      )}
      {!query.data && !query.error && <Skeleton height={480} />}
      {query.data && (
        <>
          <LessonForm video={query.data} setCached={setCached} onUnsaved={setUnsaved} />
          <CaptionFields video={query.data} onSaved={setCached} />
        </>
      )}
    </FormDrawer>
  )
}

interface LessonFormProps {
  video: CourseVideo
  setCached: (video: CourseVideo) => void
  onUnsaved: (is: boolean) => void
}

function LessonForm({ video, setCached, onUnsaved }: LessonFormProps) {
  const { t } = useTranslation()
  const { title, description, chapters } = video
  const { form, formProps, field, errorsOf, ...saving } = useBackstageForm({
    values: { title, description, chapters },
    send: (_, changed, options) =>
      backstageApi.updateCourseVideo(
        { id: video.courseId, videoId: video.id, ...withClear(changed, ['description']) },
        options,
      ),
    onSent(saved) {
      setCached(saved)
      toast('success', t('common.saved'))
    },
  })
  const areChaptersRead = useRef(true)
  const { isUnsaved } = saving
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved])
  const isTitled = (typed: string) => typed.trim() !== '' || typed === title || t('forms.required')
  return (
    <form className="content-form" {...formProps}>
      <TextField
        label={t('content-backstage:backstageCourses.videoTitle')}
        maxLength={courseTitleLength.max}
        {...field('title', { validate: isTitled })}
      />
      <Controller
        name="description"
        control={form.control}
        render={({ field: { value, onChange } }) => (
          <RichTextEditor
            label={t('content-backstage:backstageCourses.videoText')}
            errors={errorsOf('description')}
            value={value}
            onChange={onChange}
          />
        )}
      />
      <Controller
        name="chapters"
        control={form.control}
        rules={{ validate: () => areChaptersRead.current || t('content-backstage:backstageCourses.chapterTimes') }}
        render={({ field: { value, onChange } }) => (
          <ChapterFields
            key={JSON.stringify(chapters)}
            chapters={value}
            durationSeconds={video.durationSeconds}
            errors={errorsOf('chapters')}
            onChange={(after, areRead) => {
              areChaptersRead.current = areRead
              onChange(after)
            }}
          />
        )}
      />
      <SaveBar form={saving} />
    </form>
  )
}
