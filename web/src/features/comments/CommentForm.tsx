import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '@toile/contracts/ids'
import { MAX_COMMENT_LENGTH } from '@toile/contracts/comments/comments.constants'
import { textWithin, useApiForm } from '../../lib/forms/api-form.js'
import { Button } from '../../ui/Button.js'
import { TextArea } from '../../ui/forms/Field.js'

interface FormProps {
  /** Identifies the subject of the comment. The unsent text is stored under this key. */
  draftKey: string
  label: string
  send: string
  onSend: (body: string, key: string) => Promise<unknown>
  onCancel?: () => void
}

export function CommentForm({ draftKey, label, send, onSend, onCancel }: FormProps) {
  const { t } = useTranslation()
  // Each text has one idempotency key, so that a retry after a lost answer adds no second comment.
  const tried = useRef({ body: '', key: '' })
  const { form, formProps, field, isBusy } = useApiForm({
    values: { body: '' },
    draftKey,
    isEmptied: true,
    send({ body }) {
      if (tried.current.body !== body) tried.current = { body, key: newId() }
      return onSend(body, tried.current.key)
    },
    onSent: () => void (tried.current.body = ''),
  })
  return (
    <form className="comment-form" {...formProps}>
      <TextArea
        label={label}
        hint={t('comments.hint', { max: MAX_COMMENT_LENGTH })}
        rows={3}
        maxLength={MAX_COMMENT_LENGTH}
        {...field('body', { validate: textWithin({ min: 1, max: MAX_COMMENT_LENGTH }) })}
      />
      <div className="comment-actions">
        <Button type="submit" variant="filled" busy={isBusy} disabled={form.watch('body').trim() === ''}>
          {send}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('common.cancel')}</Button>}
      </div>
    </form>
  )
}
