import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.js'
import { Button } from '../../../ui/Button.js'
import { ActionButton } from '../actions/ActionButton.js'
import { ProblemText } from '../../../ui/ProblemText.js'

interface ContentActionsProps {
  isPublished: boolean
  withdrawMeans: string
  deleteMeans: string
  publish: () => Promise<unknown>
  lackedOf: (error: ApiError) => string
  withdraw: (reason: string) => Promise<unknown>
  remove: (reason: string) => Promise<unknown>
}

export function ContentActions({ isPublished, publish, lackedOf, withdraw, remove, ...means }: ContentActionsProps) {
  const { t } = useTranslation()
  const show = useMutation({ mutationFn: publish, meta: { showsError: true } })
  return (
    <div className="content-actions">
      {isPublished ? (
        <ActionButton
          label={t('content-backstage:content.withdraw')}
          consequence={means.withdrawMeans}
          asksReason
          action={withdraw}
        />
      ) : (
        <>
          <ActionButton label={t('common.delete')} consequence={means.deleteMeans} asksReason action={remove} />
          <Button variant="filled" className="button-small" busy={show.isPending} onClick={() => show.mutate()}>
            {t('work.publish')}
          </Button>
        </>
      )}
      <ProblemText
        text={!isPublished && (show.error instanceof ApiError ? lackedOf(show.error) : show.error?.message)}
      />
    </div>
  )
}
