import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.js'
import { Link, useNavigate } from '../../router.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { fileProblem } from './file-checks.js'
import { FilePicker } from './FilePicker.js'
import { sendFile, useSending } from './sending.js'
import { UnfinishedUploads } from './UnfinishedUploads.js'
import './uploads.css'

/** Choose a file. Once the server knows of it, the detail page takes over while the bytes go on. */
export function UploadPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const sending = useSending()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const running = sending && (sending.state === 'moving' || sending.state === 'interrupted') ? sending : undefined

  async function take(file: File) {
    const wrong = fileProblem(file)
    if (wrong) return setProblem(t(wrong))
    setProblem(undefined)
    setBusy(true)
    try {
      void navigate(paths.uploadDetail(await sendFile(file)))
    } catch (error) {
      setProblem((error as Error).message)
      setBusy(false)
    }
  }

  return (
    <div className="upload-page">
      <PageHeading title={t('upload.title')} />
      <p className="muted">{t('upload.intro')}</p>
      {running && (
        <p>
          {t('upload.busy', { name: running.filename })}{' '}
          <Link to={paths.uploadDetail(running.uploadId)}>{t('upload.openBusy')}</Link>
        </p>
      )}
      <FilePicker onFile={(file) => void take(file)} disabled={busy || running !== undefined}>
        <strong>{t('upload.drop')}</strong>
        <span className="muted">{t('upload.orChoose')}</span>
      </FilePicker>
      <p role="alert" className="upload-problem">
        {problem}
      </p>
      <UnfinishedUploads />
    </div>
  )
}
