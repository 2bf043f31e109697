import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_APPEAL_LENGTH } from '@toile/contracts/moderation/moderation.constants'
import { textWithin, useApiForm } from '../../lib/forms/api-form.js'
import { Button } from '../../ui/Button.js'
import { TextArea } from '../../ui/forms/Field.js'
import './appeals.css'

export function AppealForm({
  draftKey,
  send,
  onSent,
  children,
}: {
  /** Identifies the subject of the appeal. The unsent text is stored under this key. */
  draftKey: string
  send: (text: string) => Promise<unknown>
  onSent: () => void
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const { formProps, field, isBusy } = useApiForm({
    values: { text: '' },
    draftKey: `appeal ${draftKey}`,
    blamed: 'text',
    send: ({ text }) => send(text.trim()),
    onSent,
  })
  return (
    <form className="appeal-form" {...formProps}>
      <p>{t('appeals:about')}</p>
      <TextArea
        label={t('appeals:text')}
        rows={6}
        required
        maxLength={MAX_APPEAL_LENGTH}
        {...field('text', { validate: textWithin({ min: 1, max: MAX_APPEAL_LENGTH }) })}
      />
      <div className="dialog-end">
        {children}
        <Button type="submit" variant="filled" busy={isBusy}>
          {t('appeals:send')}
        </Button>
      </div>
    </form>
  )
}
