import { useState } from 'react'
import { Button } from '../../../ui/Button.js'
import { DeedDialog } from './DeedDialog.js'

/** A button that asks first, says what will happen, and does it. */
export function DeedButton({
  label,
  consequence,
  asksReason,
  deed,
}: {
  label: string
  /** What follows, in a sentence. */
  consequence: string
  asksReason?: true
  deed: (reason: string) => Promise<unknown>
}) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button className="button-small" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <DeedDialog title={label} label={label} asksReason={asksReason} act={deed} onClose={() => setAsking(false)}>
          <p>{consequence}</p>
        </DeedDialog>
      )}
    </>
  )
}
