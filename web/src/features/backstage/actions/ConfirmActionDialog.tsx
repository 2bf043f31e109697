import { lazy, Suspense } from 'react'
import type { ActionDialogProps } from './ActionDialog.js'

// ActionDialog is loaded on demand, together with the form library. List pages need neither of the two.
const ActionDialog = lazy(() => import('./ActionDialog.js'))

/** The audit log's reason is required with `asksReason` and optional without it. After an error, the input stays. */
export function ConfirmActionDialog(props: ActionDialogProps) {
  return (
    <Suspense>
      <ActionDialog {...props} />
    </Suspense>
  )
}
