import { Outbox } from '../messages/Outbox.js'
import { BellSlot } from '../notifications/BellSlot.js'
import { UploadTray } from '../uploads/tray/UploadTray.js'

export function SignedInWidgets() {
  return (
    <>
      <BellSlot />
      <UploadTray />
      <Outbox />
    </>
  )
}
