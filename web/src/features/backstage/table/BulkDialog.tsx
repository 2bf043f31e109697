import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BulkResponse } from '@toile/contracts/backstage/tables'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { ConfirmActionDialog } from '../actions/ConfirmActionDialog.js'
import { refetchBackstage } from '../actions/refetch-backstage.js'
import type { BulkAction } from './table.js'

/** The API requires a reason even for a dry run. This text is not stored, because the server rolls a dry run back. */
const TRIAL = '-'
/** Up to this many skipped rows are shown by name. The others are only counted. */
const NAMED = 10

export function BulkDialog({
  action,
  selected,
  onClose,
  onDone,
}: {
  action: BulkAction
  selected: ReadonlyMap<string, string>
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const undo = useMutation({
    mutationFn: async (changed: string[]) => action.undo?.(changed),
    onSuccess: () => toast('success', t('backstage:action.undone')),
    onSettled: refetchBackstage,
  })
  const ids = [...selected.keys()]
  const trial = useQuery({
    queryKey: ['trial', action.label, ids],
    queryFn: () => action.run({ ids, dryRun: true, reason: TRIAL }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const act = async (reason: string) => {
    const { done, skipped } = await action.run({ ids, dryRun: false, reason })
    const messages = [action.done(done), skipped.length > 0 && t('backstage:table.skipped', { count: skipped.length })]
    const left = new Set(skipped.map(({ id }) => id))
    const button = action.undo && {
      label: t('common.undo'),
      act: () => undo.mutate(ids.filter((id) => !left.has(id))),
    }
    toast('success', messages.filter(Boolean).join(' '), { action: button })
    onDone()
  }
  const { data } = trial
  return (
    <ConfirmActionDialog
      title={action.label}
      label={action.label}
      asksReason={action.asksReason}
      disabled={!data || data.done === 0}
      act={act}
      onClose={onClose}
    >
      {trial.isError && <LoadFailed text={t('backstage:table.trialFailed')} of={trial} />}
      {trial.isPending && <Skeleton height={48} />}
      {data && (
        <>
          <p>{data.done > 0 ? action.consequence(data.done) : t('backstage:table.nothingToDo')}</p>
          {data.skipped.length > 0 && <Skipped skipped={data.skipped} names={selected} />}
        </>
      )}
    </ConfirmActionDialog>
  )
}

function Skipped({ skipped, names }: { skipped: BulkResponse['skipped']; names: ReadonlyMap<string, string> }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('backstage:table.wouldSkip', { count: skipped.length })}</p>
      <ul className="backstage-skipped">
        {skipped.slice(0, NAMED).map(({ id, message }) => (
          <li key={id}>
            <strong>{names.get(id)}</strong> {message}
          </li>
        ))}
      </ul>
      {skipped.length > NAMED && (
        <p className="muted">{t('backstage:table.andMore', { count: skipped.length - NAMED })}</p>
      )}
    </>
  )
}
