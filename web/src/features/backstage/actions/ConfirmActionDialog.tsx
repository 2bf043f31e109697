import { lazy, Suspense } from 'react'
import type { ActionDialogProps } from './ActionDialog.js'

// Loaded on demand, together with the form library, which list pages do not need.
const ActionDialog = lazy(() => import('./ActionDialog.js'))

/** The reason for the audit log is required with `asksReason`, else optional. After an error the input stays. */
export function ConfirmActionDialog(props: ActionDialogProps) {
  return (
    <Suspense>
      <ActionDialog {...props} />
    </Suspense>
  )
}
