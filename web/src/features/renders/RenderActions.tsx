import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.js'
import { ProblemText } from '../../ui/ProblemText.js'
import { DeleteRender } from './DeleteRender.js'
import { isLiving, type LiveRender } from './live-render.js'
import type { RenderAction, useRender } from './use-render.js'

const RenderDialog = lazy(() => import('./dialog/RenderDialog.js'))

interface RenderActionsProps {
  render: LiveRender
  followed: Pick<ReturnType<typeof useRender>, 'act'>
  close: () => void
}

export function RenderActions({ render, followed: { act }, close }: RenderActionsProps) {
  const { t } = useTranslation()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const { status, awaitingApproval, retryable, workId, uploadId } = render
  const hasEnded = status === 'failed' || status === 'cancelled'
  const button = (action: RenderAction, label: string, isFirst = false) => (
    <Button
      variant={isFirst ? 'filled' : 'plain'}
      busy={act.isPending && act.variables === action}
      disabled={act.isPending}
      onClick={() => act.mutate(action)}
    >
      {label}
    </Button>
  )
  return (
    <div className="render-actions">
      {awaitingApproval && <p>{t('renders.approval')}</p>}
      {status === 'failed' && retryable !== undefined && (
        <p className="muted">{t(retryable ? 'renders.retryHelps' : 'renders.retryUseless')}</p>
      )}
      <div>
        {awaitingApproval && button('approve', t('renders.approve'), true)}
        {hasEnded && retryable !== false && button('retry', t('app.retry'), true)}
        {isLiving(status) && button('cancel', t('renders.cancel'))}
        {(workId ?? uploadId) && <Button onClick={() => setDialogOpen(true)}>{t('renders.again')}</Button>}
        <DeleteRender render={render} onDeleted={close} />
      </div>
      <ProblemText className="render-failure" text={act.error?.message} />
      {isDialogOpen && (
        <Suspense fallback={null}>
          <RenderDialog
            source={workId ? { workId } : { uploadId: uploadId! }}
            from={{ render }}
            close={() => setDialogOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
