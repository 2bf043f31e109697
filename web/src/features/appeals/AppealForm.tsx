import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_APPEAL_LENGTH } from '@toile/contracts/moderation/moderation.constants'
import { FAILED, type Done, type Failed } from '../../lib/request.js'
import { useFormDraft } from '../../lib/form-drafts.js'
import { Button } from '../../ui/Button.js'
import { TextArea } from '../../ui/forms/Field.js'
import { Form } from '../../ui/forms/Form.js'
import './appeals.css'

/** Asks for the words of an appeal and sends them; what is refused stands below the field, and nothing is lost. */
export function AppealForm({
  draftKey,
  send,
  onSent,
  children,
}: {
  /** What the appeal is against; unsent text is stored under this key. */
  draftKey: string
  send: (text: string) => Promise<Done<unknown> | Failed>
  onSent: () => void
  /** Beside the button. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const [text, setText] = useFormDraft(`appeal ${draftKey}`, '')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function submit() {
    setBusy(true)
    const result = await send(text.trim())
    setBusy(false)
    if (result.code === FAILED) setProblem(result.message)
    else {
      setText('')
      onSent()
    }
  }
  return (
    <Form className="appeal-form" submit={submit}>
      <p>{t('appeals:about')}</p>
      <TextArea
        label={t('appeals:text')}
        rows={6}
        required
        maxLength={MAX_APPEAL_LENGTH}
        value={text}
        errors={problem ? [problem] : []}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="dialog-end">
        {children}
        <Button type="submit" variant="filled" busy={isBusy} disabled={text.trim() === ''}>
          {t('appeals:send')}
        </Button>
      </div>
    </Form>
  )
}
