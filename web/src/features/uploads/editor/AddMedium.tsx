import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.js'
import { fileProblem, type MediaKind } from '../sending/file-checks.js'
import { FilePicker } from '../sending/FilePicker.js'
import { Medium } from './Medium.js'
import { removeTask, enqueueFile } from '../sending/upload-queue.js'
import { useUploadTasks } from '../sending/upload-tasks.js'
import { usePending } from './use-pending.js'
import { useUpload } from '../use-upload.js'
import { ProblemText } from '../../../ui/ProblemText.js'

interface AddMediumProps {
  kind: MediaKind
  label: string
  /**
   * The id of a published work. Such a work must stay complete, so the file is added only when it is ready and the
   * owner presses a button. For a draft, the id is undefined and the file is added at once.
   */
  releasedId: string | undefined
  /** True before the work exists. The field is already shown, so that nothing moves later. */
  disabled: boolean
  onUpload: (uploadId: string) => Promise<void>
}

export function AddMedium({ kind, label, releasedId, disabled, onUpload }: AddMediumProps) {
  const { t } = useTranslation()
  const [key, setKey] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const pending = usePending(releasedId, kind)
  const task = useUploadTasks().find((one) => one.key === key)
  const { uploadId, state, message } = task ?? {}

  const onKnown = useEffectEvent((id: string) => {
    setKey(undefined)
    if (releasedId) pending.put(id)
    else void onUpload(id)
  })
  useEffect(() => {
    if (uploadId) onKnown(uploadId)
    else if (key && state === 'failed') {
      setProblem(message ?? t('upload.startFailed'))
      removeTask(key)
    }
  }, [key, uploadId, state])

  if (pending.id)
    return (
      <Pending
        key={pending.id}
        uploadId={pending.id}
        use={() => onUpload(pending.id!)}
        onUsed={pending.refresh}
        giveUp={() => pending.giveUp(pending.id!)}
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
          if (chosen && !wrong) setKey(enqueueFile({ ...chosen, forWorkId: releasedId }))
        }}
      >
        <strong>{label}</strong>
        <span className="muted">{t(kind === 'video' ? 'media.videoHint' : 'media.modelHint')}</span>
      </FilePicker>
      <ProblemText text={problem} />
    </div>
  )
}

interface PendingProps {
  uploadId: string
  use: () => Promise<void>
  onUsed: () => Promise<void>
  giveUp: () => void
}

function Pending({ uploadId, use, onUsed, giveUp }: PendingProps) {
  const { t } = useTranslation()
  const followed = useUpload(uploadId)
  const taken = useMutation({ mutationFn: use, onSettled: onUsed })
  return (
    <>
      <Medium followed={followed} uploadId={uploadId} takeOff={giveUp} />
      <Button
        variant="filled"
        busy={taken.isPending}
        disabled={followed.state?.stage !== 'ready_to_publish'}
        onClick={() => taken.mutate()}
      >
        {t('media.use')}
      </Button>
    </>
  )
}
