import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Render } from '@toile/contracts/renders/renders'
import { api, ApiError } from '../../lib/api.js'
import { Button } from '../../ui/Button.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { isLiving, renderNumber, type LiveRender } from './live-render.js'
import { icon } from '../../ui/icons.js'
import { ProblemText } from '../../ui/ProblemText.js'
import { DialogEnd } from '../../ui/dialogs/DialogEnd.js'

interface DeleteRenderProps {
  render: LiveRender
  isSmall?: boolean
  onDeleted?: () => void
}

export function DeleteRender({ render, isSmall = false, onDeleted }: DeleteRenderProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const { id, name, number, status } = render
  const label = t('renders.deleteOf', { number: renderNumber(number), name })

  const remove = useMutation({
    mutationFn: () =>
      api.deleteRender({ id }).catch((error: unknown) => {
        // 404 means that the render was already deleted elsewhere.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }),
    meta: { showsError: true },
    onSuccess() {
      setConfirming(false)
      onDeleted?.()
      queryClient.setQueriesData<InfiniteData<{ items: Render[] }>>(
        { queryKey: ['renders', 'list'] },
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
          },
      )
      queryClient.removeQueries({ queryKey: ['renders', 'one', id] })
    },
  })
  return (
    <>
      {isSmall ? (
        <button type="button" className="render-delete" aria-label={label} onClick={() => setConfirming(true)}>
          <BinIcon />
        </button>
      ) : (
        <Button variant="quiet" aria-label={label} onClick={() => setConfirming(true)}>
          {t('common.delete')}
        </Button>
      )}
      {isConfirming && (
        <Dialog title={t('renders.deleteTitle')} onClose={() => setConfirming(false)}>
          <p>{t(isLiving(status) ? 'renders.deleteTextLiving' : 'renders.deleteText', { name })}</p>
          <ProblemText className="render-failure" text={remove.error?.message} />
          <DialogEnd
            label={t('common.delete')}
            busy={remove.isPending}
            onClick={() => remove.mutate()}
            onCancel={() => setConfirming(false)}
          />
        </Dialog>
      )}
    </>
  )
}

const BinIcon = icon(<path d="M2.5 4.2h11M6 4.2V2.5h4v1.7M4 4.2l.7 9.3h6.6l.7-9.3M6.6 6.8v4.2M9.4 6.8v4.2" />)
