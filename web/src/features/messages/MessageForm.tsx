import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Image } from '@toile/contracts/images/images'
import type { Conversation } from '@toile/contracts/messages/messages'
import { MAX_MESSAGE_LENGTH } from '@toile/contracts/messages/messages.constants'
import { useApiForm } from '../../lib/forms/api-form.js'
import { useSession } from '../../lib/session.js'
import { Button } from '../../ui/Button.js'
import { FileInput } from '../../ui/forms/FileInput.js'
import { isOfInputMethod } from '../../ui/forms/input-method.js'
import { Picture } from '../../ui/Picture.js'
import { UploadStatus } from '../images/UploadStatus.js'
import { ACCEPTED_IMAGES, useImageUpload } from '../images/use-image-upload.js'
import { ResendMail } from '../login/verification/ResendMail.js'
import { send } from './outbox-store.js'
import { useBlock } from './use-block.js'

export function MessageForm({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const session = useSession()
  const block = useBlock(conversation)
  if (conversation.blocked)
    return (
      <p className="message-closed">
        {t('messages.blocked')}{' '}
        <Button busy={block.isPending} onClick={() => block.mutate(false)}>
          {t('messages.unblock')}
        </Button>
      </p>
    )
  if (!conversation.canWrite)
    return <p className="message-closed">{t(conversation.awaiting ? 'messages.awaiting' : 'messages.closed')}</p>
  if (!session?.email_verified_at)
    return (
      <p className="message-closed">
        {t('messages.verify')} <ResendMail />
      </p>
    )
  return <Writing key={conversation.conversationWith} to={conversation.conversationWith} />
}

function Writing({ to }: { to: string }) {
  const { t } = useTranslation()
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [image, setImage] = useState<Image>()
  const { phase, send: sendPicture } = useImageUpload('inline', setImage)
  const { form, formProps, submit } = useApiForm({
    values: { body: '' },
    draftKey: `message ${to}`,
    isEmptied: true,
    async send({ body }) {
      send({ to, body: body.trim(), ...(image && { imageId: image.id }) })
      setImage(undefined)
    },
  })
  const isEmpty = form.watch('body').trim() === '' && !image
  const isPreparing = phase.name === 'sending' || phase.name === 'preparing'
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter sends the message. While an input method (for example, for Chinese) composes a word, Enter confirms it.
    if (event.key !== 'Enter' || event.shiftKey || isOfInputMethod(event.nativeEvent)) return
    event.preventDefault()
    if (!isEmpty && !isPreparing) void submit()
  }
  return (
    <form className="message-form" {...formProps}>
      {image && (
        <div className="message-attached">
          <Picture image={image} sizes="96px" />
          <Button variant="quiet" onClick={() => setImage(undefined)}>
            {t('messages.removePicture')}
          </Button>
        </div>
      )}
      <label htmlFor={id} className="visually-hidden">
        {t('messages.write')}
      </label>
      <textarea
        dir="auto"
        id={id}
        className="input"
        rows={2}
        maxLength={MAX_MESSAGE_LENGTH}
        placeholder={t('messages.write')}
        {...form.register('body')}
        onKeyDown={onKeyDown}
      />
      <div className="message-tools">
        <Button variant="quiet" busy={isPreparing} onClick={() => picker.current?.click()}>
          {t('common.addImage')}
        </Button>
        <UploadStatus phase={phase} />
        <Button type="submit" variant="filled" disabled={isEmpty || isPreparing}>
          {t('messages.send')}
        </Button>
      </div>
      <FileInput
        ref={picker}
        accept={ACCEPTED_IMAGES}
        data-testid="message-file"
        onFiles={([file]) => void sendPicture(file)}
      />
    </form>
  )
}
