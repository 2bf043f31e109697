import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '@toile/contracts/ids'
import { MAX_COMMENT_LENGTH } from '@toile/contracts/comments/comments.constants'
import { useFormDraft } from '../../lib/form-drafts.js'
import { Button } from '../../ui/Button.js'
import { TextArea } from '../../ui/forms/Field.js'
import { Form } from '../../ui/forms/Form.js'

interface FormProps {
  /** What the comment belongs to; unsent text is stored under this key. */
  draftKey: string
  label: string
  send: string
  /** Resolves with whether it was taken. */
  onSend: (body: string, key: string) => Promise<boolean>
  onCancel?: () => void
}

/** A comment or a reply being written. It is empty as soon as it is sent; what was refused comes back. */
export function CommentForm({ draftKey, label, send, onSend, onCancel }: FormProps) {
  const { t } = useTranslation()
  const [body, setBody] = useFormDraft(draftKey, '')
  const [busy, setBusy] = useState(false)
  // One key for one text, so that a second press after a lost answer adds nothing.
  const [key, setKey] = useState(() => newId())
  const submit = async () => {
    setBusy(true)
    setBody('')
    const taken = await onSend(body, key)
    setBusy(false)
    if (taken) setKey(newId())
    else setBody((meanwhile) => (meanwhile ? `${body}\n${meanwhile}` : body))
  }
  return (
    <Form className="comment-form" submit={submit}>
      <TextArea
        label={label}
        hint={t('comments.hint', { max: MAX_COMMENT_LENGTH })}
        rows={3}
        maxLength={MAX_COMMENT_LENGTH}
        value={body}
        onChange={(event) => {
          setBody(event.target.value)
          setKey(newId())
        }}
      />
      <div className="comment-actions">
        <Button type="submit" variant="filled" busy={busy} disabled={body.trim() === ''}>
          {send}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('comments.cancel')}</Button>}
      </div>
    </Form>
  )
}
