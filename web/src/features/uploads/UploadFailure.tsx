import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.js'
import { paths } from '../../lib/paths.js'
import { Button, ButtonLink } from '../../ui/Button.js'
import type { RailProps } from './StageRail.js'

export function UploadFailure({ upload, state }: Pick<RailProps, 'upload' | 'state'>) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: (id: string) => api.retryUpload({ id }),
    onSuccess: (retried, id) => void queryClient.setQueryData(['uploads', id], retried),
  })
  const { retryable, failure } = state ?? {}
  return (
    <div className="rail-failure">
      <p className="rail-reason">{failure?.message}</p>
      {retryable === true && upload && (
        <>
          <p className="muted">{t('stages.retryHelps')}</p>
          <Button busy={retry.isPending} onClick={() => retry.mutate(upload.id)}>
            {t('app.retry')}
          </Button>
        </>
      )}
      {retryable === false && (
        <>
          <p className="muted">{t('stages.retryUseless')}</p>
          <ButtonLink to={paths.upload}>{t('stages.anotherFile')}</ButtonLink>
        </>
      )}
      {/* A message about our own fault already ends with the request id, which operators can find in the logs. */}
      {failure?.params['requestId'] === undefined && (
        <p className="rail-reference muted">{t('stages.reference', { id: upload?.id })}</p>
      )}
    </div>
  )
}
