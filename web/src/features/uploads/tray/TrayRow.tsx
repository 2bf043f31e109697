import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.js'
import { Link } from '../../../lib/router.js'
import { FileInput } from '../../../ui/forms/FileInput.js'
import { TextButton } from '../../../ui/TextButton.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { resumeFromHandle } from '../sending/resume-uploads.js'
import { acceptOf, mediaKinds } from '../sending/file-checks.js'
import { cancelSending, forget, pauseSending, resumeSending, sendFile } from '../sending/sending.js'
import { isActive, percentOf, type Sending } from '../sending/sendings.js'
import { SendingLine } from '../sending/SendingLine.js'
import { TrayIcon } from './TrayIcon.js'
import { useUpload } from '../use-upload.js'

/** One file in the tray. */
export function TrayRow({ sending }: { sending: Sending }) {
  const { t } = useTranslation()
  const { key, filename, uploadId, state, isBackstage } = sending
  const percent = percentOf([sending])
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
          <IconButton icon="pause" label={t('tray.pause', { name: filename })} act={() => pauseSending(key)} />
        )}
        {canResume && (
          <IconButton icon="play" label={t('tray.resume', { name: filename })} act={() => resumeSending(key)} />
        )}
        {state === 'sent' ? (
          <IconButton icon="close" label={t('tray.remove', { name: filename })} act={() => forget(key)} />
        ) : (
          <IconButton icon="close" label={t('tray.cancel', { name: filename })} act={() => void cancelSending(key)} />
        )}
      </div>
      {(isActive(sending) || state === 'failed') && state !== 'waiting' && (
        <progress aria-label={t('tray.progressOf', { name: filename })} value={percent} max={100} />
      )}
      <p className="tray-line tabular">
        {state === 'sent' && uploadId && <SentLine uploadId={uploadId} />}
        {state === 'left' && <ContinueLeft sending={sending} percent={percent} />}
        {state !== 'sent' && state !== 'left' && state !== 'waiting' && <span>{percent}%</span>}
        <SendingLine sending={sending} />
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

/** What has been sent is followed until it is ready, so that one can walk about until then. */
function SentLine({ uploadId }: { uploadId: string }) {
  const { t } = useTranslation()
  const { stage = 'upload' } = useUpload(uploadId).state ?? {}
  return <span data-reached={stage}>{t(`tray.stage.${stage}`)}</span>
}

/** Goes on with what an earlier visit left: by one press where the browser knows the file, else by choosing it again. */
function ContinueLeft({ sending, percent }: { sending: Sending; percent: number }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const { filename, totalBytes, uploadId, oneClick } = sending
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
          if (file.name === filename && file.size === totalBytes) sendFile({ file }, uploadId)
          else toast('warn', t('sending.otherFile', { name: filename }))
        }}
      />
    </>
  )
}
