import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Course } from '@toile/contracts/courses/courses'
import { courseTitleLength } from '@toile/contracts/courses/courses.constants'
import type { Image } from '@toile/contracts/images/images'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { FieldGroup, TextField } from '../../../ui/forms/Field.js'
import { Picture } from '../../../ui/Picture.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { UnsavedChangesGuard } from '../forms/UnsavedChangesGuard.js'
import { SaveBar } from '../forms/SaveBar.js'
import { withClear } from '../../../lib/payload.js'
import { useBackstageForm } from '../forms/use-backstage-form.js'
import { PictureButton } from '../../images/PictureButton.js'
import { RichTextEditor } from '../../rich-text/RichTextEditor.js'

export function CourseForm({ course, onSaved }: { course: Course; onSaved: (course: Course) => void }) {
  const { t } = useTranslation()
  const { id, title, description, coverId } = course
  const { form, formProps, field, errorsOf, ...saving } = useBackstageForm({
    values: { title, description, coverId },
    send(_, { coverId: chosen, ...changed }, options) {
      const edits = { ...changed, ...(chosen !== undefined && { coverId: chosen as string }) }
      return backstageApi.updateCourse({ id, ...withClear(edits, ['description', 'coverId']) }, options)
    },
    onSent(saved) {
      onSaved(saved)
      toast('success', t('common.saved'))
    },
  })
  const [sent, setSent] = useState<Image>()
  const chosenId = form.watch('coverId')
  const cover = sent && sent.id === chosenId ? sent : chosenId === coverId ? course.cover : null
  const choose = (imageId: string | null) => form.setValue('coverId', imageId, { shouldDirty: true })
  const isTitled = (typed: string) => typed.trim() !== '' || typed === title || t('forms.required')
  return (
    <form className="content-form" {...formProps}>
      <TextField
        label={t('common.title')}
        maxLength={courseTitleLength.max}
        {...field('title', { validate: isTitled })}
      />
      <Controller
        name="description"
        control={form.control}
        render={({ field: { value, onChange } }) => (
          <RichTextEditor
            label={t('common.description')}
            hint={t('content-backstage:backstageCourses.descriptionHint')}
            errors={errorsOf('description')}
            value={value}
            onChange={onChange}
          />
        )}
      />
      <FieldGroup
        label={t('work.cover')}
        hint={t('content-backstage:backstageCourses.coverHint')}
        errors={errorsOf('coverId')}
      >
        <div className="content-cover">
          {cover && (
            <span className="content-cover-picture">
              <Picture image={cover} sizes="240px" />
            </span>
          )}
          <PictureButton
            purpose="detail"
            label={t(cover ? 'common.replaceImage' : 'common.chooseImage')}
            hint={t('content-backstage:backstageCourses.coverSize')}
            onReady={(image) => {
              setSent(image)
              choose(image.id)
            }}
          />
          {chosenId && (
            <Button variant="quiet" onClick={() => choose(null)}>
              {t('content-backstage:backstageCourses.noCover')}
            </Button>
          )}
        </div>
      </FieldGroup>
      <SaveBar form={saving} />
      <UnsavedChangesGuard isUnsaved={saving.isUnsaved} />
    </form>
  )
}
