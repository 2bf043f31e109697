import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BulkAnswer } from '@toile/contracts/tables'
import { LoadFailed } from '../../../ui/Notice.js'
import { Skeleton } from '../../../ui/Skeleton.js'
import { toast } from '../../../ui/toasts.js'
import { DeedDialog } from '../deeds/DeedDialog.js'
import { useDeed } from '../deeds/use-deed.js'
import type { BulkDeed } from './table.js'

/** A reason for the trial: the deed is checked whole, and rolled back with it. */
const TRIAL = '-'
/** Names of skipped rows that are told; the others are counted. */
const NAMED = 10

/** Says what would happen, by trying it; then does it. */
export function BulkDialog({
  deed,
  selected,
  onClose,
  onDone,
}: {
  deed: BulkDeed
  selected: ReadonlyMap<string, string>
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const { run } = useDeed()
  const ids = [...selected.keys()]
  const trial = useQuery({
    queryKey: ['trial', deed.label, ids],
    queryFn: () => deed.run({ ids, dryRun: true, reason: TRIAL }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const act = async (reason: string) => {
    const { done, skipped } = await deed.run({ ids, dryRun: false, reason })
    const told = [deed.done(done), skipped.length > 0 && t('table.skipped', { count: skipped.length })]
    const left = new Set(skipped.map(({ id }) => id))
    const { undo } = deed
    const takeBack = async (changed: string[]) => {
      if (await run(async () => undo?.(changed))) toast('success', t('deed.undone'))
    }
    const action = undo && { label: t('deed.undo'), act: () => void takeBack(ids.filter((id) => !left.has(id))) }
    toast('success', told.filter(Boolean).join(' '), { action })
    onDone()
  }
  const { data } = trial
  return (
    <DeedDialog
      title={deed.label}
      label={deed.label}
      asksReason={deed.asksReason}
      disabled={!data || data.done === 0}
      act={act}
      onClose={onClose}
    >
      {trial.isError && (
        <LoadFailed text={t('table.trialFailed')} reason={trial.error.message} retry={() => void trial.refetch()} />
      )}
      {trial.isPending && <Skeleton height={48} />}
      {data && (
        <>
          <p>{data.done > 0 ? deed.consequence(data.done) : t('table.nothingToDo')}</p>
          {data.skipped.length > 0 && <Skipped skipped={data.skipped} names={selected} />}
        </>
      )}
    </DeedDialog>
  )
}

function Skipped({ skipped, names }: { skipped: BulkAnswer['skipped']; names: ReadonlyMap<string, string> }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('table.wouldSkip', { count: skipped.length })}</p>
      <ul className="office-skipped">
        {skipped.slice(0, NAMED).map(({ id, message }) => (
          <li key={id}>
            <strong>{names.get(id)}</strong> {message}
          </li>
        ))}
      </ul>
      {skipped.length > NAMED && <p className="muted">{t('table.andMore', { count: skipped.length - NAMED })}</p>}
    </>
  )
}
