import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Upload } from '@toile/contracts/uploads/uploads'
import { Button } from '../../../ui/Button.js'
import { formatBytes } from '../../../ui/format.js'
import { resumeFromHandle } from './resume-uploads.js'
import { FilePicker } from './FilePicker.js'
import { UploadTaskStatus } from './UploadTaskStatus.js'
import { pauseUpload, resumeUpload, enqueueFile } from './upload-queue.js'
import { percentOf, type UploadTask } from './upload-tasks.js'
import type { StageState } from '../stage.js'
import { useSecondsSince } from '../use-seconds-since.js'

/** While bytes arrive, progress is reported four times a second. After this silence, no device counts as sending. */
const QUIET_S = 10

export function UploadTaskPanel({
  upload,
  state,
  task,
}: {
  upload: Upload | undefined
  state: StageState | undefined
  task: UploadTask | undefined
}) {
  const { t } = useTranslation()
  const quietSeconds = useSecondsSince(state?.receivedAtMs)
  const here = task && task.state !== 'left' ? task : undefined
  const totalBytes = here?.totalBytes ?? upload?.size ?? 0
  const sentBytes = here?.sentBytes ?? Math.max(upload?.received ?? 0, (state?.progress ?? 0) * totalBytes)
  const percent = percentOf([{ sentBytes, totalBytes }])
  const elsewhere = !here && quietSeconds < QUIET_S
  return (
    <div className="sending">
      <progress aria-label={t('stages.progressOf', { stage: t('stages.upload') })} value={percent} max={100} />
      <p className="sending-line tabular">
        <span>
          {t('sending.amount', { sent: formatBytes(sentBytes), total: formatBytes(totalBytes) })} · {percent}%
        </span>
        {here && <UploadTaskStatus task={here} />}
        {elsewhere && <span>{t('sending.elsewhere')}</span>}
      </p>
      {here && <TaskButtons task={here} />}
      {!here && !elsewhere && upload && (
        <Continue upload={upload} percent={percent} oneClick={task?.oneClick ?? false} />
      )}
    </div>
  )
}

function TaskButtons({ task: { state, key } }: { task: UploadTask }) {
  const { t } = useTranslation()
  if (state === 'moving' || state === 'interrupted')
    return <Button onClick={() => pauseUpload(key)}>{t('sending.pause')}</Button>
  if (state === 'paused' || state === 'failed')
    return <Button onClick={() => resumeUpload(key)}>{t('sending.resume')}</Button>
  return null
}

/** Shown while no tab or device sends the file. Without a stored file handle, the user must choose the file again. */
function Continue({ upload, percent, oneClick }: { upload: Upload; percent: number; oneClick: boolean }) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<string>()
  const [choose, setChoose] = useState(!oneClick)
  if (!choose)
    return (
      <Button onClick={() => void resumeFromHandle(upload.id, upload).then((resumed) => setChoose(!resumed))}>
        {t('upload.continue', { name: upload.filename, percent })}
      </Button>
    )
  return (
    <FilePicker
      onFiles={([chosen]) => {
        if (!chosen) return
        if (chosen.file.name !== upload.filename || chosen.file.size !== upload.size)
          return setProblem(t('sending.otherFile', { name: upload.filename }))
        setProblem(undefined)
        enqueueFile(chosen, upload.id)
      }}
    >
      <span>{t('sending.notHere', { percent, name: upload.filename })}</span>
      <strong>{t('sending.choose')}</strong>
      {problem && <span role="alert">{problem}</span>}
    </FilePicker>
  )
}
