import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.js'
import { Link } from '../../../lib/router.js'
import { FileInput } from '../../../ui/forms/FileInput.js'
import { TextButton } from '../../../ui/TextButton.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { resumeFromHandle } from '../sending/resume-uploads.js'
import { acceptOf, mediaKinds } from '../sending/file-checks.js'
import { cancelUpload, removeTask, pauseUpload, resumeUpload, enqueueFile } from '../sending/upload-queue.js'
import { isActive, percentOf, type UploadTask } from '../sending/upload-tasks.js'
import { UploadTaskStatus } from '../sending/UploadTaskStatus.js'
import { TrayIcon } from './TrayIcon.js'
import { useUpload } from '../use-upload.js'

export function TrayRow({ task }: { task: UploadTask }) {
  const { t } = useTranslation()
  const { key, filename, uploadId, state, isBackstage } = task
  const percent = percentOf([task])
  const canPause = state === 'moving' || state === 'interrupted' || state === 'waiting'
  const canResume = state === 'paused' || state === 'failed'
  return (
    <li className="tray-row" data-state={state}>
      <div className="tray-name">
        {uploadId && !isBackstage ? (
          <Link to={paths.uploadDetail(uploadId)}>
            <bdi>{filename}</bdi>
          </Link>
        ) : (
          <span>
            <bdi>{filename}</bdi>
          </span>
        )}
      </div>
      <div className="tray-buttons">
        {canPause && (
          <IconButton icon="pause" label={t('tray.pause', { name: filename })} act={() => pauseUpload(key)} />
        )}
        {canResume && (
          <IconButton icon="play" label={t('tray.resume', { name: filename })} act={() => resumeUpload(key)} />
        )}
        {state === 'sent' ? (
          <IconButton icon="close" label={t('tray.remove', { name: filename })} act={() => removeTask(key)} />
        ) : (
          <IconButton icon="close" label={t('tray.cancel', { name: filename })} act={() => void cancelUpload(key)} />
        )}
      </div>
      {(isActive(task) || state === 'failed') && state !== 'waiting' && (
        <progress aria-label={t('tray.progressOf', { name: filename })} value={percent} max={100} />
      )}
      <p className="tray-line tabular">
        {state === 'sent' && uploadId && <SentStatus uploadId={uploadId} />}
        {state === 'left' && <ResumeButton task={task} percent={percent} />}
        {state !== 'sent' && state !== 'left' && state !== 'waiting' && <span>{percent}%</span>}
        <UploadTaskStatus task={task} />
      </p>
    </li>
  )
}

function IconButton({ icon, label, act }: { icon: 'pause' | 'play' | 'close'; label: string; act: () => void }) {
  return (
    <button type="button" className="tray-button" aria-label={label} title={label} onClick={act}>
      <TrayIcon name={icon} />
    </button>
  )
}

function SentStatus({ uploadId }: { uploadId: string }) {
  const { t } = useTranslation()
  const { stage = 'upload' } = useUpload(uploadId).state ?? {}
  return <span data-reached={stage}>{t(`tray.stage.${stage}`)}</span>
}

/** Resumes an earlier upload: by one press if the browser has a file handle, else after choosing the file again. */
function ResumeButton({ task, percent }: { task: UploadTask; percent: number }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const { filename, totalBytes, uploadId, oneClick } = task
  async function go() {
    if (oneClick && (await resumeFromHandle(uploadId!, { filename, size: totalBytes }))) return
    input.current?.click()
  }
  return (
    <>
      <TextButton onClick={() => void go()}>{t('upload.continue', { name: filename, percent })}</TextButton>
      <FileInput
        ref={input}
        accept={acceptOf(mediaKinds)}
        onFiles={([file]) => {
          if (file.name === filename && file.size === totalBytes) enqueueFile({ file }, uploadId)
          else toast('warn', t('sending.otherFile', { name: filename }))
        }}
      />
    </>
  )
}
