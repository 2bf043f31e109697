import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import { MAX_CONCURRENCY } from '@toile/contracts/queues/queues.constants'
import { backstageApi } from '../../../lib/backstage-api.js'
import { Button } from '../../../ui/Button.js'
import { Modal } from '../../../ui/antd/Modal.js'
import { Form } from '../../../ui/forms/Form.js'
import { useFormDraft } from '../../../lib/form-drafts.js'
import { ActionButton } from '../actions/ActionButton.js'
import { ReasonField } from '../forms/ReasonField.js'
import { queueTitle } from './figures.js'
import { useAction } from '../actions/use-action.js'

/** Pause, resume, and jobs at a time. */
export function QueueActions({ queue }: { queue: QueueHealth }) {
  const { t } = useTranslation()
  const { name, paused, waiting } = queue
  const of = { queue: queueTitle(t, name), count: waiting }
  return (
    <div className="queue-actions">
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
  const [value, setValue] = useState('')
  const [reason, setReason] = useFormDraft(`concurrency ${name}`, '')
  const { isBusy, run } = useAction()
  const wanted = value.trim() === '' ? null : Number(value)
  const isWrong = wanted !== null && !(Number.isInteger(wanted) && wanted >= 1 && wanted <= MAX_CONCURRENCY)
  const save = async () => {
    const done = await run(() =>
      backstageApi.setQueueConcurrency({ name, concurrency: wanted }, { reason: reason.trim() }),
    )
    if (!done) return
    setReason('')
    setOpen(false)
  }
  return (
    <>
      <Button
        className="button-small"
        onClick={() => {
          setValue(concurrency === null ? '' : String(concurrency))
          setOpen(true)
        }}
      >
        {concurrency === null
          ? t('backstage:queues.concurrency.default')
          : t('backstage:queues.concurrency.set', { count: concurrency })}
      </Button>
      {isOpen && (
        <Modal title={t('backstage:queues.concurrency.title')} onClose={() => setOpen(false)}>
          <Form
            submit={() => {
              if (!isWrong) void save()
            }}
          >
            <label className="queue-concurrency">
              <span>{t('backstage:queues.concurrency.label')}</span>
              <input
                inputMode="numeric"
                value={value}
                aria-invalid={isWrong}
                onChange={(event) => setValue(event.target.value)}
              />
              <small className="muted">{t('backstage:queues.concurrency.hint', { most: MAX_CONCURRENCY })}</small>
            </label>
            <ReasonField value={reason} onChange={setReason} />
            <div className="dialog-end">
              <Button onClick={() => setOpen(false)}>{t('backstage:action.cancel')}</Button>
              <Button variant="filled" type="submit" busy={isBusy} disabled={isWrong}>
                {t('backstage:queues.concurrency.save')}
              </Button>
            </div>
          </Form>
        </Modal>
      )}
    </>
  )
}
