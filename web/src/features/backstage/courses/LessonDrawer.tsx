import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CourseVideo, Lesson } from '@toile/contracts/courses/courses'
import { courseTitleLength } from '@toile/contracts/courses/courses.constants'
import { resultOf } from '../../../lib/api.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { TextField } from '../../../ui/forms/Field.js'
import { Form } from '../../../ui/forms/Form.js'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { FormDrawer } from '../forms/FormDrawer.js'
import { SaveBar } from '../forms/SaveBar.js'
import { withClear } from '../../../lib/payload.js'
import { useEdits } from '../forms/use-edits.js'
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

/** A video of a course: its title, what it is about, chapters and captions. */
export function LessonDrawer({ courseId, lesson, close }: LessonDrawerProps) {
  const { t } = useTranslation()
  const { query, setCached } = useBackstageLesson(courseId, lesson.id)
  const [isUnsaved, setUnsaved] = useState(false)
  return (
    <FormDrawer title={lesson.title} about={clock(lesson.durationSeconds)} isUnsaved={isUnsaved} close={close}>
      {query.error && !query.data && (
        <LoadFailed
          text={t('content-backstage:backstageCourses.videoFailed')}
          reason={query.error.message}
          retry={() => void query.refetch()}
        />
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
  const form = useEdits({ title, description, chapters })
  const [areChaptersRead, setChaptersRead] = useState(true)
  const { values, set, errors, isUnsaved } = form
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved])
  async function save() {
    if (form.refuseEmpty(['title'], t('content-backstage:content.needed'))) return
    if (!areChaptersRead) return form.setErrors({ chapters: [t('content-backstage:backstageCourses.chapterTimes')] })
    const saved = await form.save<CourseVideo>(
      (changed, options) =>
        resultOf(
          backstageApi.updateCourseVideo(
            { id: video.courseId, videoId: video.id, ...withClear(changed, ['description']) },
            options,
          ),
        ),
      setCached,
    )
    if (saved) toast('success', t('content-backstage:content.saved'))
  }
  return (
    <Form className="content-form" noValidate submit={save}>
      <TextField
        label={t('content-backstage:backstageCourses.videoTitle')}
        maxLength={courseTitleLength.max}
        {...form.text('title')}
      />
      <RichTextEditor label={t('content-backstage:backstageCourses.videoText')} {...form.markup('description')} />
      <ChapterFields
        key={JSON.stringify(chapters)}
        chapters={values.chapters}
        durationSeconds={video.durationSeconds}
        errors={errors['chapters']}
        onChange={(after, areRead) => {
          set({ chapters: after })
          setChaptersRead(areRead)
        }}
      />
      <SaveBar form={form} />
    </Form>
  )
}
