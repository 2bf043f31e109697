import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '@toile/contracts/software/devices'
import { MAX_DEVICES, MAX_UNBINDS, UNBIND_DAYS } from '@toile/contracts/software/software.constants'
import { Button } from '../../ui/Button.js'
import { formatTime } from '../../ui/format.js'
import { LoadFailed, Notice } from '../../ui/Notice.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { useDevices } from './use-software.js'
import { api, resultOf } from '../../lib/api.js'
import { FAILED } from '../../lib/request.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { toast } from '../../ui/toasts/toasts.js'

/** The computers that the software runs on. One that signs in appears by itself. */
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
      {list.isError && !devices && (
        <LoadFailed
          text={t('software:software.failed')}
          reason={list.error.message}
          retry={() => void list.refetch()}
        />
      )}
      {list.isPending && (
        <div role="status" aria-label={t('app.loading')}>
          <Skeleton height={144} />
        </div>
      )}
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
          onDone={() => {
            setAsked(undefined)
            void list.refetch()
          }}
        />
      )}
    </section>
  )
}

/** Asks before a device is unbound. Where that is refused, it says why and stays. */
function UnbindDialog({ device, onClose, onDone }: { device: Device; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const unbind = async () => {
    setBusy(true)
    const result = await resultOf(
      api.unbindDevice(
        { id: device.id },
        {
          quiet: true,
        },
      ),
    )
    setBusy(false)
    if (result.code === FAILED && result.status !== 404) return setRefused(result.message)
    toast('success', t('software:software.unbound', device))
    onDone()
  }
  return (
    <Dialog title={t('software:software.unbindTitle', device)} onClose={onClose}>
      <p>{t('software:software.unbindText')}</p>
      {refused && (
        <p className="field-error" role="alert">
          {refused}
        </p>
      )}
      <div className="dialog-end unbind-end">
        <Button onClick={onClose}>{t('software:software.cancel')}</Button>
        <Button variant="filled" busy={busy} disabled={refused !== undefined} onClick={() => void unbind()}>
          {t('software:software.unbind')}
        </Button>
      </div>
    </Dialog>
  )
}
