import { useState } from 'react'
import { Button } from '../../../ui/Button.js'
import { BulkDialog } from '../table/BulkDialog.js'
import type { BulkDeed } from '../table/table.js'

/** What can be done to many rows, done to one: the same question, the same trial before it. */
export function RowDeed({ deed, id, name }: { deed: BulkDeed; id: string; name: string }) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button
        look="quiet"
        className="button-small"
        aria-label={`${deed.label}: ${name}`}
        onClick={() => setAsking(true)}
      >
        {deed.label}
      </Button>
      {isAsking && <BulkDialog deed={deed} selected={new Map([[id, name]])} onClose={close} onDone={close} />}
    </>
  )
}
