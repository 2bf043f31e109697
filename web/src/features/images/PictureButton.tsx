import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Image } from '@toile/contracts/images/images'
import { imageSizes } from '@toile/contracts/images/images.constants'
import { Button } from '../../ui/Button.js'
import { FileInput } from '../../ui/forms/FileInput.js'
import { UploadStatus } from './UploadStatus.js'
import { ACCEPTED_IMAGES, useImageUpload } from './use-image-upload.js'
import './picture-button.css'

// CropDialog is loaded on demand, because it takes 24 kB and only the choice of a picture needs it.
const CropDialog = lazy(async () => ({ default: (await import('../../ui/crop/CropDialog.js')).CropDialog }))

interface PictureButtonProps {
  purpose: keyof typeof imageSizes
  label: string
  hint: string
  disabled?: boolean
  onReady: (image: Image) => void
  /** Called when a picture begins to be sent, and when it is ready or failed. Leaving the page would lose it. */
  onSending?: ((isSending: boolean) => void) | undefined
}

export function PictureButton({ purpose, label, hint, disabled = false, onReady, onSending }: PictureButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [unreadable, setUnreadable] = useState<string>()
  const { phase, send } = useImageUpload(purpose, onReady)
  const { width, height } = imageSizes[purpose]
  const isSending = phase.name === 'sending' || phase.name === 'preparing'
  const report = useEffectEvent(() => onSending?.(isSending))
  useEffect(() => report(), [isSending])
  return (
    <div className="picture-button">
      <Button busy={isSending} disabled={disabled} onClick={() => picker.current?.click()}>
        {label}
      </Button>
      <FileInput
        ref={picker}
        accept={ACCEPTED_IMAGES}
        data-testid={`${purpose}-file`}
        onFiles={([file]) => {
          setUnreadable(undefined)
          setFile(file)
        }}
      />
      <UploadStatus
        className="picture-button-state"
        phase={phase.name === 'idle' && unreadable ? { name: 'failed', message: unreadable } : phase}
      >
        {hint}
      </UploadStatus>
      {file && (
        <Suspense fallback={null}>
          <CropDialog
            file={file}
            ratio={width / height}
            onCrop={({ crop }) => {
              setFile(undefined)
              void send(file, crop)
            }}
            onCancel={(reason) => {
              setFile(undefined)
              setUnreadable(reason)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
