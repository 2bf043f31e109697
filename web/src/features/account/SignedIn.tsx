import { Outbox } from '../messages/Outbox.js'
import { BellPlace } from '../notifications/BellPlace.js'
import { UploadTray } from '../uploads/UploadTray.js'

/** What goes on for a signed-in person, whatever page they are on. */
export function SignedIn() {
  return (
    <>
      <BellPlace />
      <UploadTray />
      <Outbox />
    </>
  )
}
