import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.js'
import { fileProblem, type MediaKind } from './file-checks.js'
import { FilePicker } from './FilePicker.js'
import { Medium } from './Medium.js'
import { forget, sendFile } from './sending.js'
import { useSendings } from './sendings.js'
import { useUpload } from './use-upload.js'

interface AddMediumProps {
  kind: MediaKind
  /** What choosing a file does, for a person. */
  label: string
  /** A published work stays complete: it gets the file when that is ready, and by a press. A draft has it at once. */
  isReleased: boolean
  /** It has its place before the work is there to take a file. */
  disabled: boolean
  onUpload: (uploadId: string) => void
}

/** Chooses and sends a further file for a work. */
export function AddMedium({ kind, label, isReleased, disabled, onUpload }: AddMediumProps) {
  const { t } = useTranslation()
  const [key, setKey] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [pendingId, setPendingId] = useState<string>()
  const sending = useSendings().find((one) => one.key === key)
  const { uploadId, state, message } = sending ?? {}

  const onKnown = useEffectEvent((id: string) => {
    setKey(undefined)
    if (isReleased) setPendingId(id)
    else onUpload(id)
  })
  useEffect(() => {
    if (uploadId) onKnown(uploadId)
    else if (key && state === 'failed') {
      setProblem(message ?? t('upload.startFailed'))
      forget(key)
    }
  }, [key, uploadId, state])

  if (pendingId)
    return (
      <Pending
        uploadId={pendingId}
        use={() => {
          setPendingId(undefined)
          onUpload(pendingId)
        }}
        giveUp={() => setPendingId(undefined)}
      />
    )
  return (
    <div className="add-medium">
      <FilePicker
        kinds={[kind]}
        disabled={disabled}
        onFiles={([chosen]) => {
          const wrong = chosen && fileProblem(chosen.file, [kind])
          setProblem(wrong && t(wrong))
          if (chosen && !wrong) setKey(sendFile(chosen))
        }}
      >
        <strong>{label}</strong>
        <span className="muted">{t(kind === 'video' ? 'media.videoHint' : 'media.modelHint')}</span>
      </FilePicker>
      {problem && (
        <p role="alert" className="field-error">
          {problem}
        </p>
      )}
    </div>
  )
}

/** A file on its way to a published work. */
function Pending({ uploadId, use, giveUp }: { uploadId: string; use: () => void; giveUp: () => void }) {
  const { t } = useTranslation()
  const followed = useUpload(uploadId)
  return (
    <>
      <Medium followed={followed} uploadId={uploadId} takeOff={giveUp} />
      <Button look="filled" disabled={followed.state?.stage !== 'ready_to_publish'} onClick={use}>
        {t('media.use')}
      </Button>
    </>
  )
}
