import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Upload, uploadRoutes } from '@toile/contracts/uploads'
import { ask, call } from '../../api.js'
import { paths } from '../../paths.js'
import { Link } from '../../router.js'
import { Button } from '../../ui/Button.js'
import { percentOf, useSending } from './sending.js'

/** Uploads whose bytes are not all there, to go on with or to give up. */
export function UnfinishedUploads() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const sending = useSending()
  const uploads = useQuery({
    queryKey: ['uploads', 'mine'],
    queryFn: ({ signal }) => ask<typeof uploadRoutes.listUploads>('GET', '/uploads', {}, { signal }),
    staleTime: 0,
  })
  const unfinished = uploads.data?.items.filter(
    (upload) => upload.stage === 'upload' && upload.received < upload.size && upload.id !== sending?.uploadId,
  )
  if (!unfinished?.length) return null

  async function forget({ id }: Upload) {
    await call<typeof uploadRoutes.tusTerminate>('DELETE', `/uploads/${id}`)
    await queryClient.invalidateQueries({ queryKey: ['uploads', 'mine'] })
  }

  return (
    <section className="unfinished" aria-labelledby="unfinished">
      <h2 id="unfinished">{t('upload.unfinished')}</h2>
      <p className="muted">{t('upload.continueHint')}</p>
      <ul>
        {unfinished.map((upload) => (
          <li key={upload.id}>
            <Link to={paths.uploadDetail(upload.id)}>{t('upload.continue', { name: upload.filename })}</Link>
            <span className="tabular muted">{percentOf({ sentBytes: upload.received, totalBytes: upload.size })}%</span>
            <Button
              look="quiet"
              aria-label={t('upload.forget', { name: upload.filename })}
              onClick={() => void forget(upload)}
            >
              ✕
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
