import { lazy, Suspense } from 'react'
import type { ActionDialogProps } from './ActionDialog.js'

// Loads the form library, which list pages do without.
const ActionDialog = lazy(() => import('./ActionDialog.js'))

/**
 * Confirms an operator's action: shows its consequences (`children`), runs it, and closes when it is done. Actions
 * with `asksReason` require a reason; others pass an optional one to the log. An error shows as a toast, and the input
 * stays.
 */
export function ConfirmActionDialog(props: ActionDialogProps) {
  return (
    <Suspense>
      <ActionDialog {...props} />
    </Suspense>
  )
}
