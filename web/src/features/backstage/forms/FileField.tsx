import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_UPLOAD_BYTES, type UploadKind } from '@toile/contracts/uploads/uploads.constants'
import { Button } from '../../../ui/Button.js'
import { FieldGroup } from '../../../ui/forms/Field.js'
import { FileInput } from '../../../ui/forms/FileInput.js'
import { formatBytes } from '../../../ui/format.js'
import { UploadTaskStatus } from '../../uploads/sending/UploadTaskStatus.js'
import { percentOf, useUploadTasks } from '../../uploads/sending/upload-tasks.js'
import { useUpload } from '../../uploads/use-upload.js'
import './file-field.css'

export interface UploadedFile {
  uploadId: string
  filename: string
  kind: UploadKind
}

interface FileFieldProps {
  label: string
  hint: string
  errors?: readonly string[] | undefined
  accept?: string
  current?: string | undefined
  disabled?: boolean
  kindOf?: (file: File) => UploadKind
  /** Called once the server has processed the whole file. */
  onReady: (file: UploadedFile) => void
  /** Gets true while a file is sent and processed. The form then warns users that leaving it loses the file. */
  onBusy?: (is: boolean) => void
}

/** The upload code is loaded on demand, because it is larger than the form around it. */
const loadQueue = () => import('../../uploads/sending/upload-queue.js')

const asFile = (): UploadKind => 'file'

export function FileField({
  label,
  hint,
  errors,
  accept,
  current,
  disabled = false,
  kindOf = asFile,
  onReady,
  onBusy,
}: FileFieldProps) {
  const { t } = useTranslation()
  const picker = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<{ key: string; file: File; kind: UploadKind }>()
  const [problem, setProblem] = useState<string>()
  const task = useUploadTasks().find(({ key }) => key === chosen?.key)
  const [uploadId, setUploadId] = useState<string>()
  const { state } = useUpload(uploadId ?? null)
  const reportedId = useRef<string>(undefined)

  const known = task?.uploadId
  useEffect(() => {
    if (known) setUploadId(known)
  }, [known])
  const isReady = state?.stage === 'ready_to_publish'
  const reportReady = useEffectEvent(() => {
    if (!chosen || !uploadId || reportedId.current === uploadId) return
    reportedId.current = uploadId
    void loadQueue().then(({ removeTask }) => removeTask(chosen.key))
    onReady({ uploadId, filename: chosen.file.name, kind: chosen.kind })
  })
  useEffect(() => {
    if (isReady) reportReady()
  }, [isReady])

  async function choose(file: File) {
    setProblem(undefined)
    if (file.size > MAX_UPLOAD_BYTES) return setProblem(t('upload.tooLarge'))
    if (file.size === 0) return setProblem(t('upload.empty'))
    const kind = kindOf(file)
    const { enqueueFile } = await loadQueue()
    setUploadId(undefined)
    setChosen({ key: enqueueFile({ file, kind }), file, kind })
  }
  const isUnderWay = chosen !== undefined && !isReady && state?.stage !== 'failed' && task?.state !== 'failed'
  const reportBusy = useEffectEvent(() => onBusy?.(isUnderWay))
  useEffect(() => reportBusy(), [isUnderWay])
  return (
    <FieldGroup label={label} hint={hint} errors={problem ? [problem] : errors}>
      <div className="file-field">
        <Button busy={isUnderWay} disabled={disabled} onClick={() => picker.current?.click()}>
          {t(current || chosen ? 'content-backstage:content.file.other' : 'sending.choose')}
        </Button>
        <FileInput ref={picker} accept={accept} aria-label={label} onFiles={([file]) => void choose(file)} />
        <div className="file-field-state" role="status">
          {chosen ? (
            <>
              <strong>
                <bdi>{chosen.file.name}</bdi>
              </strong>{' '}
              <span className="muted">{formatBytes(chosen.file.size)}</span>
              <p className="muted tabular">
                {state?.stage === 'failed' ? (
                  <span className="field-error">{state.failure?.message}</span>
                ) : task && task.state !== 'sent' ? (
                  <>
                    {percentOf([task])}% <UploadTaskStatus task={task} />
                  </>
                ) : (
                  t(`content-backstage:content.file.stage.${state?.stage ?? 'upload'}`)
                )}
              </p>
              {isUnderWay && task && task.state !== 'sent' && (
                <progress
                  aria-label={t('tray.progressOf', { name: chosen.file.name })}
                  value={percentOf([task])}
                  max={100}
                />
              )}
            </>
          ) : (
            current && <strong>{current}</strong>
          )}
        </div>
      </div>
    </FieldGroup>
  )
}
