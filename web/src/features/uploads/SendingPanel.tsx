import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Upload } from '@toile/contracts/uploads'
import { Button } from '../../ui/Button.js'
import { formatBytes } from '../../ui/format.js'
import { FilePicker } from './FilePicker.js'
import { pauseSending, percentOf, resumeSending, sendFile, type Sending } from './sending.js'
import type { StageState } from './stage.js'

/** The bytes of an upload on their way: from this tab, from another device, or stopped and waiting for the file. */
export function SendingPanel({
  upload,
  state,
  sending,
}: {
  upload: Upload | undefined
  state: StageState | undefined
  sending: Sending | undefined
}) {
  const { t } = useTranslation()
  const totalBytes = sending?.totalBytes ?? upload?.size ?? 0
  const sentBytes = sending?.sentBytes ?? Math.max(upload?.received ?? 0, (state?.progress ?? 0) * totalBytes)
  const percent = percentOf({ sentBytes, totalBytes })
  return (
    <div className="sending">
      <progress aria-label={t('stages.progressOf', { stage: t('stages.upload') })} value={percent} max={100} />
      <p className="sending-line tabular">
        <span>
          {t('sending.amount', { sent: formatBytes(sentBytes), total: formatBytes(totalBytes) })} · {percent}%
        </span>
        {sending && <SpeedLine {...sending} />}
      </p>
      {sending ? <SendingButtons state={sending.state} /> : upload && <Continue upload={upload} percent={percent} />}
    </div>
  )
}

function SpeedLine({ state, bytesPerSecond, secondsLeft, message }: Sending) {
  const { t } = useTranslation()
  if (state === 'failed') return <span className="rail-reason">{message ?? t('sending.failed')}</span>
  if (state === 'paused') return <span>{t('sending.paused')}</span>
  if (state === 'interrupted') return <span>{t('sending.reconnecting')}</span>
  if (bytesPerSecond === 0 || secondsLeft === undefined) return null
  const left =
    secondsLeft < 90
      ? t('sending.secondsLeft', { count: secondsLeft })
      : t('sending.minutesLeft', { count: Math.ceil(secondsLeft / 60) })
  return (
    <span>
      {t('sending.speed', { speed: formatBytes(bytesPerSecond) })} · {left}
    </span>
  )
}

function SendingButtons({ state }: Pick<Sending, 'state'>) {
  const { t } = useTranslation()
  if (state === 'moving' || state === 'interrupted') return <Button onClick={pauseSending}>{t('sending.pause')}</Button>
  if (state === 'paused' || state === 'failed') return <Button onClick={resumeSending}>{t('sending.resume')}</Button>
  return null
}

/** Nobody here sends: a page cannot keep hold of a file over a reload, so it has to be chosen again. */
function Continue({ upload, percent }: { upload: Upload; percent: number }) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<string>()
  function take(file: File) {
    if (file.name !== upload.filename || file.size !== upload.size)
      return setProblem(t('sending.otherFile', { name: upload.filename }))
    setProblem(undefined)
    sendFile(file, upload.id).catch((error: Error) => setProblem(error.message))
  }
  return (
    <FilePicker onFile={take}>
      <span>{t('sending.notHere', { percent, name: upload.filename })}</span>
      <strong>{t('sending.choose')}</strong>
      {problem && <span role="alert">{problem}</span>}
    </FilePicker>
  )
}
