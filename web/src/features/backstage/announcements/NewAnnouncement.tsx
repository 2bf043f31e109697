import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { newId } from '@toile/contracts/ids'
import type { AnnouncementTexts } from '@toile/contracts/notifications/notifications'
import {
  announcementTitleLength,
  MAX_ANNOUNCEMENT_LENGTH,
  MAX_ANNOUNCEMENT_PATH_LENGTH,
} from '@toile/contracts/notifications/notifications.constants'
import { ApiError } from '../../../lib/api.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { TextArea, TextField } from '../../../ui/forms/Field.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ConfirmActionDialog } from '../actions/ConfirmActionDialog.js'
import { FormDrawer } from '../forms/FormDrawer.js'
import { ProblemText } from '../../../ui/ProblemText.js'
import { AnnouncementPreview } from './AnnouncementPreview.js'

const languages = ['en', 'zh-CN'] as const
const none = { title: '', body: '' }
const empty: { texts: AnnouncementTexts; path: string } = { texts: { en: none, 'zh-CN': none }, path: '' }
/** Matches a path on this site by the same rule as the API. */
const PATH = /^\/[^/\\]/

export function NewAnnouncement({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const [idempotencyKey] = useState(newId)
  const { register, watch, handleSubmit, setError, formState } = useForm({ defaultValues: empty })
  const { errors, isDirty } = formState
  const { texts, path } = watch()
  const isPath = (typed: string) =>
    typed === '' || PATH.test(typed) || t('content-backstage:backstageAnnouncements.pathWrong')
  const isTitled = (typed: string) => typed.trim() !== '' || t('content-backstage:backstageAnnouncements.titleMissing')
  const pathProblem = [isPath(path), errors.path?.message].find((one) => typeof one === 'string')
  async function announce(reason: string) {
    try {
      await backstageApi.createAnnouncement({ texts, ...(path && { path }) }, { idempotencyKey, reason })
    } catch (error) {
      const { path: ofPath, texts: ofTexts } = error instanceof ApiError ? error.fields : {}
      if (ofPath) setError('path', { message: ofPath.join(' ') })
      if (ofTexts) setError('root', { message: ofTexts.join(' ') })
      throw error
    }
    toast('success', t('content-backstage:backstageAnnouncements.published'))
    close()
  }
  return (
    <FormDrawer title={t('content-backstage:backstageAnnouncements.new')} isUnsaved={isDirty} close={close}>
      <p className="muted">{t('content-backstage:backstageAnnouncements.whom')}</p>
      <form
        className="content-form"
        method="post"
        noValidate
        onSubmit={(event) => void handleSubmit(() => setAsking(true))(event)}
      >
        {languages.map((language) => (
          <fieldset key={language} className="announcement-fields">
            <legend>{t(`content-backstage:backstageAnnouncements.in.${language}`)}</legend>
            <TextField
              label={t('content-backstage:backstageAnnouncements.titleIn', {
                language: t(`content-backstage:backstageAnnouncements.in.${language}`),
              })}
              errors={[errors.texts?.[language]?.title?.message ?? []].flat()}
              lang={language}
              maxLength={announcementTitleLength.max}
              {...register(`texts.${language}.title`, { validate: isTitled })}
            />
            <TextArea
              label={t('content-backstage:backstageAnnouncements.bodyIn', {
                language: t(`content-backstage:backstageAnnouncements.in.${language}`),
              })}
              lang={language}
              rows={4}
              maxLength={MAX_ANNOUNCEMENT_LENGTH}
              {...register(`texts.${language}.body`)}
            />
          </fieldset>
        ))}
        <TextField
          label={t('content-backstage:backstageAnnouncements.path')}
          hint={t('content-backstage:backstageAnnouncements.pathHint')}
          errors={pathProblem ? [pathProblem] : []}
          maxLength={MAX_ANNOUNCEMENT_PATH_LENGTH}
          {...register('path', { validate: isPath, setValueAs: (typed: string) => typed.trim() })}
        />
        <ProblemText text={errors.root?.message} />
        <section aria-label={t('content-backstage:backstageAnnouncements.preview')}>
          <h3>{t('content-backstage:backstageAnnouncements.preview')}</h3>
          <AnnouncementPreview texts={texts} path={path || null} />
        </section>
        <Button type="submit" variant="filled">
          {t('content-backstage:backstageAnnouncements.publish')}
        </Button>
      </form>
      {isAsking && (
        <ConfirmActionDialog
          title={t('content-backstage:backstageAnnouncements.sure')}
          label={t('content-backstage:backstageAnnouncements.publish')}
          act={announce}
          onClose={() => setAsking(false)}
        >
          <p>{t('content-backstage:backstageAnnouncements.means')}</p>
          <AnnouncementPreview texts={texts} path={path || null} />
        </ConfirmActionDialog>
      )}
    </FormDrawer>
  )
}
