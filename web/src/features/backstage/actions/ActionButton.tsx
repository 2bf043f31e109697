import { useState } from 'react'
import { Button } from '../../../ui/Button.js'
import { ConfirmActionDialog } from './ConfirmActionDialog.js'

export function ActionButton({
  label,
  consequence,
  asksReason,
  action,
}: {
  label: string
  consequence: string
  asksReason?: true
  action: (reason: string) => Promise<unknown>
}) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button className="button-small" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <ConfirmActionDialog
          title={label}
          label={label}
          asksReason={asksReason}
          act={action}
          onClose={() => setAsking(false)}
        >
          <p>{consequence}</p>
        </ConfirmActionDialog>
      )}
    </>
  )
}
