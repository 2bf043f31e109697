import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import { Button } from '../../ui/Button.js'
import { endUpload } from './sending/end-upload.js'
import { percentOf, useUploadTasks } from './sending/upload-tasks.js'
import { latestUploads } from './use-uploads.js'

/** Lists incomplete uploads that are not in the tray, such as those of another device, to resume or cancel them. */
export function UnfinishedUploads() {
  const { t } = useTranslation()
  const tasks = useUploadTasks()
  const uploads = useQuery(latestUploads)
  const unfinished = uploads.data?.items.filter(
    ({ stage, received, size, id }) =>
      stage === 'upload' && received < size && !tasks.some(({ uploadId }) => uploadId === id),
  )
  if (!unfinished?.length) return null
  return (
    <section className="unfinished" aria-labelledby="unfinished">
      <h2 id="unfinished">{t('upload.unfinished')}</h2>
      <p className="muted">{t('upload.continueHint')}</p>
      <ul>
        {unfinished.map(({ id, filename, received, size }) => (
          <li key={id}>
            <Link to={paths.uploadDetail(id)}>
              {t('upload.continue', {
                name: filename,
                percent: percentOf([{ sentBytes: received, totalBytes: size }]),
              })}
            </Link>
            <Button
              variant="quiet"
              aria-label={t('upload.forget', { name: filename })}
              onClick={() => void endUpload(id)}
            >
              ✕
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
