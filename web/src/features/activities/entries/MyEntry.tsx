import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import type { Entry } from '@toile/contracts/activities/activity-entries'
import { imageSizes } from '@toile/contracts/images/images.constants'
import { api } from '../../../lib/api.js'
import { Button } from '../../../ui/Button.js'
import { Dialog } from '../../../ui/dialogs/Dialog.js'
import { Picture } from '../../../ui/Picture.js'
import { toast } from '../../../ui/toasts/toasts.js'
import { WorkLink } from '../../works/WorkLink.js'
import { formatMoney } from '../money.js'
import { refreshActivity } from '../use-activity.js'
import { formatMoment, ownZone } from '../zones.js'
import { DialogEnd } from '../../../ui/dialogs/DialogEnd.js'
import { checkReceipt, ReceiptStatusText, saveReceipt } from './receipts.js'

const ratio = imageSizes.cover.width / imageSizes.cover.height

export function MyEntry({ activity, entry }: { activity: Activity; entry: Entry }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const { title, cover, workId, version, submittedAt, disqualified, award, rank, open } = entry
  const name = title || t('home.noTitle')
  const canWithdraw = activity.phase === 'submission' && !disqualified
  const withdraw = useMutation({
    mutationFn: () => api.withdrawFromActivity({ id: activity.id, workId }),
    onSuccess() {
      toast('success', t('activities:withdrawDone'))
      setConfirming(false)
    },
    onSettled: () => void refreshActivity(queryClient, activity.id),
  })
  return (
    <li className="my-entry">
      <div className="tile-cover" style={{ aspectRatio: ratio }}>
        {cover ? <Picture image={cover} sizes="220px" /> : <span className="muted">{t('home.noCover')}</span>}
      </div>
      <div className="my-entry-text">
        <h2>
          <WorkLink id={open && workId} title={name} />
        </h2>
        {award && (
          <p className="my-entry-award">
            <bdi>{award.title}</bdi>{' '}
            <strong className="tabular">{award.bonus.amount > 0 && formatMoney(award.bonus)}</strong>
          </p>
        )}
        {!award && rank !== null && <p>{t('activities:winners.rank', { rank })}</p>}
        {disqualified && (
          <p className="my-entry-out">{t('activities:disqualifiedFor', { reason: disqualified.reason })}</p>
        )}
        <p className="muted">
          {t('activities:entered', { date: formatMoment(submittedAt, ownZone()) })} ·{' '}
          {t('activities:frozen', { version })}
        </p>
        <OwnReceipt activityId={activity.id} workId={workId} title={name} />
        {canWithdraw && (
          <Button
            variant="quiet"
            className="my-entry-withdraw"
            aria-label={`${t('activities:withdraw')}: ${name}`}
            onClick={() => setConfirming(true)}
          >
            {t('activities:withdraw')}
          </Button>
        )}
      </div>
      {isConfirming && (
        <Dialog title={t('activities:withdrawTitle')} onClose={() => setConfirming(false)}>
          <p>
            {t('activities:withdrawText', {
              title: name,
              date: formatMoment(activity.submissionEndsAt, ownZone()),
            })}
          </p>
          <DialogEnd
            label={t('activities:withdraw')}
            busy={withdraw.isPending}
            onClick={() => withdraw.mutate()}
            onCancel={() => setConfirming(false)}
            cancelLabel={t('activities:keepIn')}
          />
        </Dialog>
      )}
    </li>
  )
}

function OwnReceipt({ activityId, workId, title }: { activityId: string; workId: string; title: string }) {
  const { t } = useTranslation()
  const fetchReceipt = () => api.getReceipt({ id: activityId, workId })
  const save = useMutation({ mutationFn: fetchReceipt, onSuccess: saveReceipt })
  const check = useMutation({ mutationFn: async () => checkReceipt(await fetchReceipt()) })
  const busy = save.isPending || check.isPending
  const label = (what: string) => t('activities:receiptOf', { what, title })
  return (
    <>
      <div className="my-entry-receipt">
        <Button busy={busy} aria-label={label(t('activities:receipt'))} onClick={() => save.mutate()}>
          {t('activities:receipt')}
        </Button>
        <Button variant="quiet" busy={busy} aria-label={label(t('activities:checkOwn'))} onClick={() => check.mutate()}>
          {t('activities:checkOwn')}
        </Button>
      </div>
      <p role="status">{check.data && <ReceiptStatusText status={check.data} />}</p>
    </>
  )
}
