import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '@toile/contracts/ids'
import type { AnnouncementTexts } from '@toile/contracts/notifications/notifications'
import { ApiError, resultOf } from '../../../lib/api.js'
import { FAILED } from '../../../lib/request.js'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { TextArea, TextField } from '../../../ui/forms/Field.js'
import { Form } from '../../../ui/forms/Form.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ConfirmActionDialog } from '../actions/ConfirmActionDialog.js'
import { FormDrawer } from '../forms/FormDrawer.js'
import { AnnouncementPreview } from './AnnouncementPreview.js'

const languages = ['en', 'zh-CN'] as const
const none = { title: '', body: '' }
const empty: AnnouncementTexts = { en: none, 'zh-CN': none }
/** A page of this site, as the API takes it. */
const PATH = /^\/[^/\\]/

/** Writes an announcement in both languages, shows how it reads, and tells it to everybody once that is confirmed. */
export function NewAnnouncement({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const [texts, setTexts] = useState(empty)
  const [path, setPath] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [idempotencyKey] = useState(() => newId())
  const isUnsaved = path !== '' || JSON.stringify(texts) !== JSON.stringify(empty)
  const lacks = (language: (typeof languages)[number]) => isChecked && texts[language].title.trim() === ''
  const isPathWrong = path !== '' && !PATH.test(path)
  const set = (language: (typeof languages)[number], part: Partial<typeof none>) =>
    setTexts((before) => ({ ...before, [language]: { ...before[language], ...part } }))
  function ask() {
    setChecked(true)
    if (languages.every((language) => texts[language].title.trim() !== '') && !isPathWrong) setAsking(true)
  }
  async function announce(reason: string) {
    const result = await resultOf(
      backstageApi.createAnnouncement({ texts, ...(path && { path }) }, { idempotencyKey, reason, quiet: true }),
    )
    if (result.code === FAILED) {
      setErrors(result.fields)
      throw new ApiError(result)
    }
    toast('success', t('content-backstage:backstageAnnouncements.told'))
    close()
  }
  return (
    <FormDrawer title={t('content-backstage:backstageAnnouncements.new')} isUnsaved={isUnsaved} close={close}>
      <p className="muted">{t('content-backstage:backstageAnnouncements.whom')}</p>
      <Form className="content-form" noValidate submit={ask}>
        {languages.map((language) => (
          <fieldset key={language} className="announcement-fields">
            <legend>{t(`content-backstage:backstageAnnouncements.in.${language}`)}</legend>
            <TextField
              label={t('content-backstage:backstageAnnouncements.titleIn', {
                language: t(`content-backstage:backstageAnnouncements.in.${language}`),
              })}
              errors={lacks(language) ? [t('content-backstage:backstageAnnouncements.titleMissing')] : undefined}
              lang={language}
              maxLength={200}
              value={texts[language].title}
              onChange={(event) => set(language, { title: event.target.value })}
            />
            <TextArea
              label={t('content-backstage:backstageAnnouncements.bodyIn', {
                language: t(`content-backstage:backstageAnnouncements.in.${language}`),
              })}
              lang={language}
              rows={4}
              maxLength={2000}
              value={texts[language].body}
              onChange={(event) => set(language, { body: event.target.value })}
            />
          </fieldset>
        ))}
        <TextField
          label={t('content-backstage:backstageAnnouncements.path')}
          hint={t('content-backstage:backstageAnnouncements.pathHint')}
          errors={isPathWrong ? [t('content-backstage:backstageAnnouncements.pathWrong')] : errors['path']}
          maxLength={512}
          value={path}
          onChange={(event) => setPath(event.target.value.trim())}
        />
        {errors['texts'] && (
          <p role="alert" className="field-error">
            {errors['texts'].join(' ')}
          </p>
        )}
        <section aria-label={t('content-backstage:backstageAnnouncements.preview')}>
          <h3>{t('content-backstage:backstageAnnouncements.preview')}</h3>
          <AnnouncementPreview texts={texts} path={path || null} />
        </section>
        <Button type="submit" variant="filled">
          {t('content-backstage:backstageAnnouncements.tell')}
        </Button>
      </Form>
      {isAsking && (
        <ConfirmActionDialog
          title={t('content-backstage:backstageAnnouncements.sure')}
          label={t('content-backstage:backstageAnnouncements.tell')}
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
