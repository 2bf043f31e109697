import { Outbox } from '../messages/Outbox.js'
import { BellSlot } from '../notifications/BellSlot.js'
import { UploadTray } from '../uploads/tray/UploadTray.js'

/** What is mounted for a signed-in person, whatever page they are on. */
export function SignedInWidgets() {
  return (
    <>
      <BellSlot />
      <UploadTray />
      <Outbox />
    </>
  )
}
