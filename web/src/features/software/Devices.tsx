import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '@toile/contracts/software/devices'
import { MAX_DEVICES, MAX_UNBINDS, UNBIND_DAYS } from '@toile/contracts/software/software.constants'
import { Button } from '../../ui/Button.js'
import { formatTime } from '../../ui/format.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { Loading } from '../../ui/Skeleton.js'
import { useDevices } from './use-software.js'
import { api, ApiError } from '../../lib/api.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { toast } from '../../ui/toasts/toasts.js'
import { ProblemText } from '../../ui/ProblemText.js'

export function Devices() {
  const { t } = useTranslation()
  const list = useDevices()
  const [asked, setAsked] = useState<Device>()
  const devices = list.data?.items
  return (
    <section aria-labelledby="devices">
      <div className="devices-head">
        <h2 id="devices">{t('software:software.devicesTitle')}</h2>
        {devices && devices.length > 0 && (
          <p className="muted tabular">
            {t('software:software.devicesCount', { count: devices.length, max: MAX_DEVICES })}
          </p>
        )}
      </div>
      {list.isError && !devices && <LoadFailed text={t('software:software.failed')} of={list} />}
      {list.isPending && <Loading height={144} />}
      {devices?.length === 0 && <Notice text={t('software:software.devicesEmpty')} />}
      <ul className="devices">
        {devices?.map((device) => (
          <li key={device.id} className="profile-row">
            <div>
              <strong>
                <bdi>{device.name}</bdi>
              </strong>
              <p className="muted">
                {t('software:software.lastSeen', { date: formatTime(device.lastSeenAt) })} ·{' '}
                {t('software:software.boundOn', { date: formatTime(device.boundAt) })}
              </p>
            </div>
            <Button aria-label={t('software:software.unbindOf', device)} onClick={() => setAsked(device)}>
              {t('software:software.unbind')}
            </Button>
          </li>
        ))}
      </ul>
      {devices && devices.length > 0 && (
        <p className="field-hint">
          {t('software:software.devicesHint', { max: MAX_DEVICES, unbinds: MAX_UNBINDS, days: UNBIND_DAYS })}
        </p>
      )}
      {asked && (
        <UnbindDialog
          device={asked}
          onClose={() => setAsked(undefined)}
          onUnbound={() => {
            setAsked(undefined)
            void list.refetch()
          }}
        />
      )}
    </section>
  )
}

function UnbindDialog({ device, onClose, onUnbound }: { device: Device; onClose: () => void; onUnbound: () => void }) {
  const { t } = useTranslation()
  const unbind = useMutation({
    async mutationFn() {
      try {
        await api.unbindDevice({ id: device.id })
      } catch (error) {
        // 404 means that the device was already unbound elsewhere.
        if (!(error instanceof ApiError) || error.status !== 404) throw error
      }
    },
    meta: { showsError: true },
    onSuccess() {
      toast('success', t('software:software.unbound', device))
      onUnbound()
    },
  })
  return (
    <Dialog title={t('software:software.unbindTitle', device)} onClose={onClose}>
      <p>{t('software:software.unbindText')}</p>
      <ProblemText text={unbind.error?.message} />
      <div className="dialog-end unbind-end">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="filled" busy={unbind.isPending} disabled={unbind.isError} onClick={() => unbind.mutate()}>
          {t('software:software.unbind')}
        </Button>
      </div>
    </Dialog>
  )
}
