import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as deviceRoutes from '@toile/contracts/software/devices.paths'
import type { Device } from '@toile/contracts/software/devices'
import { call, FAILED } from '../../lib/api.js'
import { Button } from '../../ui/Button.js'
import { Dialog } from '../../ui/dialogs/Dialog.js'
import { toast } from '../../ui/toasts/toasts.js'

/** Asks before a device is unbound. Where that is refused, it says why and stays. */
export function UnbindDialog({ device, onClose, onDone }: { device: Device; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const unbind = async () => {
    setBusy(true)
    const result = await call(deviceRoutes.unbindDevice)(
      { id: device.id },
      {
        quiet: true,
      },
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
