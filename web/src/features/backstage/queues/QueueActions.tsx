import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import { MAX_CONCURRENCY } from '@toile/contracts/queues/queues.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { Modal } from '../../../ui/antd/Modal.js'
import { ActionButton } from '../actions/ActionButton.js'
import { ReasonField } from '../forms/ReasonField.js'
import { useBackstageForm } from '../forms/use-backstage-form.js'
import { DialogEnd } from '../../../ui/dialogs/DialogEnd.js'
import { TextField } from '../../../ui/forms/Field.js'
import { queueTitle } from './figures.js'

export function QueueActions({ queue }: { queue: QueueHealth }) {
  const { t } = useTranslation()
  const { name, paused, waiting } = queue
  const of = { queue: queueTitle(t, name), count: waiting }
  return (
    <div className="backstage-actions">
      <Concurrency queue={queue} />
      {paused ? (
        <ActionButton
          key="resume"
          label={t('backstage:queues.actions.resume')}
          consequence={t('backstage:queues.actions.resumeMeans', of)}
          action={(reason) => backstageApi.resumeQueue({ name }, { reason })}
        />
      ) : (
        <ActionButton
          key="pause"
          label={t('backstage:queues.actions.pause')}
          consequence={t('backstage:queues.actions.pauseMeans', of)}
          action={(reason) => backstageApi.pauseQueue({ name }, { reason })}
        />
      )}
    </div>
  )
}

function Concurrency({ queue: { name, concurrency } }: { queue: QueueHealth }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="button-small" onClick={() => setOpen(true)}>
        {concurrency === null
          ? t('backstage:queues.concurrency.default')
          : t('backstage:queues.concurrency.set', { count: concurrency })}
      </Button>
      {isOpen && <ConcurrencyDialog name={name} concurrency={concurrency} onClose={() => setOpen(false)} />}
    </>
  )
}

interface ConcurrencyDialogProps extends Pick<QueueHealth, 'name' | 'concurrency'> {
  onClose: () => void
}

function ConcurrencyDialog({ name, concurrency, onClose }: ConcurrencyDialogProps) {
  const { t } = useTranslation()
  const { form, formProps, field, isBusy, reasonField } = useBackstageForm({
    values: { concurrency: concurrency === null ? '' : String(concurrency) },
    draftKey: `concurrency ${name}`,
    send: (typed, _, options) =>
      backstageApi.setQueueConcurrency({ name, concurrency: wantedOf(typed.concurrency) }, options),
    onSent: onClose,
  })
  const isWrong = !isConcurrency(form.watch('concurrency'))
  const hint = t('backstage:queues.concurrency.hint', { most: MAX_CONCURRENCY })
  const { errors, ...input } = field('concurrency', { validate: (typed) => isConcurrency(typed) || hint })
  return (
    <Modal title={t('backstage:queues.concurrency.title')} onClose={onClose}>
      <form {...formProps}>
        <TextField
          label={t('backstage:queues.concurrency.label')}
          hint={isWrong ? undefined : hint}
          errors={isWrong ? [hint] : errors}
          inputMode="numeric"
          {...input}
        />
        <ReasonField {...reasonField} />
        <DialogEnd label={t('common.save')} busy={isBusy} disabled={isWrong} onCancel={onClose} />
      </form>
    </Modal>
  )
}

/** An empty field gives null, which means that each worker uses its own concurrency. */
const wantedOf = (typed: string) => (typed.trim() === '' ? null : Number(typed))

function isConcurrency(typed: string): boolean {
  const wanted = wantedOf(typed)
  return wanted === null || (Number.isInteger(wanted) && wanted >= 1 && wanted <= MAX_CONCURRENCY)
}
