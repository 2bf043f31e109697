import { useState } from 'react'
import { Button } from '../../../ui/Button.js'
import { BulkDialog } from '../table/BulkDialog.js'
import type { BulkAction } from '../table/table.js'

export function RowAction({ action, id, name }: { action: BulkAction; id: string; name: string }) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button
        variant="quiet"
        className="button-small"
        aria-label={`${action.label}: ${name}`}
        onClick={() => setAsking(true)}
      >
        {action.label}
      </Button>
      {isAsking && <BulkDialog action={action} selected={new Map([[id, name]])} onClose={close} onDone={close} />}
    </>
  )
}
