import type { Editor } from '@tiptap/react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Image } from '@toile/contracts/images/images'
import { Button } from '../../ui/Button.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { TextField } from '../../ui/forms/Field.js'
import { FileInput } from '../../ui/forms/FileInput.js'
import { Picture } from '../../ui/Picture.js'
import { UploadStatus } from '../images/UploadStatus.js'
import { ACCEPTED_IMAGES, useImageUpload } from '../images/use-image-upload.js'

export function PictureDialog({ editor, close }: { editor: Editor; close: () => void }) {
  const { t } = useTranslation()
  const picker = useRef<HTMLInputElement>(null)
  const [image, setImage] = useState<Image>()
  const [alt, setAlt] = useState('')
  const { phase, send } = useImageUpload('inline', setImage)
  function insert() {
    const largest = image?.variants.toSorted((one, other) => one.width - other.width).at(-1)
    if (!image || !largest) return
    const { url: src, width, height } = largest
    editor
      .chain()
      .insertContent([
        { type: 'image', attrs: { image: image.id, src, alt: alt.trim(), width, height } },
        // Without this paragraph, the picture would stay selected, and the next key would replace the picture.
        { type: 'paragraph' },
      ])
      .run()
    close()
  }
  return (
    <Dialog title={t('rich-text:image')} onClose={close}>
      <div className="editor-picture">
        {image && <Picture image={image} sizes="430px" />}
        <Button
          busy={phase.name === 'sending' || phase.name === 'preparing'}
          autoFocus
          onClick={() => picker.current?.click()}
        >
          {t('common.chooseImage')}
        </Button>
        <UploadStatus phase={phase} />
      </div>
      <FileInput
        ref={picker}
        accept={ACCEPTED_IMAGES}
        data-testid="inline-file"
        onFiles={([file]) => void send(file)}
      />
      <TextField
        label={t('rich-text:alt')}
        hint={t('rich-text:altHint')}
        maxLength={300}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
      />
      <div className="dialog-end editor-dialog-end">
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button variant="filled" disabled={!image} onClick={insert}>
          {t('rich-text:insert')}
        </Button>
      </div>
    </Dialog>
  )
}
