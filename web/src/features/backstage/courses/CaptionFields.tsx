import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CourseVideo } from '@toile/contracts/courses/courses'
import { LANGUAGE_TAG } from '@toile/contracts/courses/courses.constants'
import { useApiForm } from '../../../lib/forms/api-form.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { TextField } from '../../../ui/forms/Field.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ActionButton } from '../actions/ActionButton.js'
import { FileField } from '../forms/FileField.js'

const empty = { language: '', label: '', file: '' }

export function CaptionFields({ video, onSaved }: { video: CourseVideo; onSaved: (video: CourseVideo) => void }) {
  const { t } = useTranslation()
  const [sentFiles, setSentFiles] = useState(0)
  const captionsOf = (tag: string) => ({ id: video.courseId, videoId: video.id, language: tag })
  const { form, field, errorsOf, submit, reset } = useApiForm({
    values: empty,
    aliases: { uploadId: 'file' },
    blamed: 'file',
    send: ({ language, label, file }) => backstageApi.setCaptions({ ...captionsOf(language), uploadId: file, label }),
    onSent(saved, { language }) {
      onSaved(saved)
      setSentFiles((before) => before + 1)
      reset(empty)
      toast('success', t('content-backstage:backstageCourses.captionsSet', { language }))
    },
  })
  const language = form.watch('language')
  const isTag = new RegExp(LANGUAGE_TAG).test(language)
  async function remove(tag: string, reason: string) {
    onSaved(await backstageApi.removeCaptions({ ...captionsOf(tag), reason }))
    toast('success', t('content-backstage:backstageCourses.captionsRemoved', { language: tag }))
  }
  return (
    <section className="caption-fields" aria-labelledby="captions-backstage">
      <h3 id="captions-backstage">{t('content-backstage:backstageCourses.captions')}</h3>
      {video.captions.length === 0 && <p className="muted">{t('content-backstage:backstageCourses.noCaptions')}</p>}
      <ul>
        {video.captions.map(({ language: tag, label: name, cues }) => (
          <li key={tag}>
            <span>
              <strong>{name || tag}</strong>{' '}
              <span className="muted">
                {tag} · {t('content-backstage:backstageCourses.cues', { count: cues })}
              </span>
            </span>
            <ActionButton
              label={t('common.remove')}
              consequence={t('content-backstage:backstageCourses.removeCaptionsMeans', { language: name || tag })}
              asksReason
              action={(reason) => remove(tag, reason)}
            />
          </li>
        ))}
      </ul>
      <div className="caption-add">
        <TextField
          label={t('app.language')}
          hint={t('content-backstage:backstageCourses.captionLanguageHint')}
          list="caption-languages"
          maxLength={36}
          {...field('language', { setValueAs: (typed: string) => typed.trim() })}
          {...(language !== '' && !isTag && { errors: [t('content-backstage:backstageCourses.captionLanguageWrong')] })}
        />
        <datalist id="caption-languages">
          <option value="en">English</option>
          <option value="zh-CN">简体中文</option>
        </datalist>
        <TextField label={t('content-backstage:backstageCourses.captionLabel')} maxLength={64} {...field('label')} />
      </div>
      <FileField
        key={sentFiles}
        label={t('content-backstage:backstageCourses.captionFile')}
        hint={t('content-backstage:backstageCourses.captionFileHint')}
        errors={errorsOf('file')}
        accept=".vtt,text/vtt"
        disabled={!isTag}
        onReady={({ uploadId }) => {
          form.setValue('file', uploadId)
          void submit()
        }}
      />
    </section>
  )
}
