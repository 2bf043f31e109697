import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Course } from '@toile/contracts/courses/courses'
import { courseTitleLength } from '@toile/contracts/courses/courses.constants'
import type { Image } from '@toile/contracts/images/images'
import { resultOf } from '../../../lib/api.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { FieldGroup, TextField } from '../../../ui/forms/Field.js'
import { Form } from '../../../ui/forms/Form.js'
import { Picture } from '../../../ui/Picture.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { UnsavedChangesGuard } from '../forms/UnsavedChangesGuard.js'
import { SaveBar } from '../forms/SaveBar.js'
import { withClear } from '../../../lib/payload.js'
import { useEdits } from '../forms/use-edits.js'
import { PictureButton } from '../../images/PictureButton.js'
import { RichTextEditor } from '../../rich-text/RichTextEditor.js'

/** What a course says of itself: title, description with pictures, cover. */
export function CourseForm({ course, onSaved }: { course: Course; onSaved: (course: Course) => void }) {
  const { t } = useTranslation()
  const { id, title, description, coverId } = course
  const form = useEdits({ title, description, coverId })
  const [sent, setSent] = useState<Image>()
  const { values, set, errors } = form
  const cover = sent && sent.id === values.coverId ? sent : values.coverId === coverId ? course.cover : null
  async function save() {
    if (form.refuseEmpty(['title'], t('content-backstage:content.needed'))) return
    const saved = await form.save<Course>(
      ({ coverId: cover, ...changed }, options) =>
        resultOf(
          backstageApi.updateCourse(
            {
              id,
              ...withClear({ ...changed, ...(cover !== undefined && { coverId: cover as string }) }, [
                'description',
                'coverId',
              ]),
            },
            options,
          ),
        ),
      onSaved,
    )
    if (saved) toast('success', t('content-backstage:content.saved'))
  }
  return (
    <Form className="content-form" noValidate submit={save}>
      <TextField
        label={t('content-backstage:backstageCourses.title')}
        maxLength={courseTitleLength.max}
        {...form.text('title')}
      />
      <RichTextEditor
        label={t('content-backstage:backstageCourses.description')}
        hint={t('content-backstage:backstageCourses.descriptionHint')}
        {...form.markup('description')}
      />
      <FieldGroup
        label={t('content-backstage:backstageCourses.cover')}
        hint={t('content-backstage:backstageCourses.coverHint')}
        errors={errors['coverId']}
      >
        <div className="content-cover">
          {cover && (
            <span className="content-cover-picture">
              <Picture image={cover} sizes="240px" />
            </span>
          )}
          <PictureButton
            purpose="detail"
            label={t(cover ? 'content-backstage:content.otherPicture' : 'content-backstage:content.choosePicture')}
            hint={t('content-backstage:backstageCourses.coverSize')}
            onReady={(image) => {
              setSent(image)
              set({ coverId: image.id })
            }}
          />
          {values.coverId && (
            <Button variant="quiet" onClick={() => set({ coverId: null })}>
              {t('content-backstage:backstageCourses.noCover')}
            </Button>
          )}
        </div>
      </FieldGroup>
      <SaveBar form={form} />
      <UnsavedChangesGuard isUnsaved={form.isUnsaved} />
    </Form>
  )
}
