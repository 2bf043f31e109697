import { lazy, Suspense } from 'react'
import type { ActionDialogProps } from './ActionDialog.js'

// With what carries forms, which a page of lists does without.
const ActionDialog = lazy(() => import('./ActionDialog.js'))

/**
 * Asks before an operator's action: says what follows (`children`), asks why, does it, and closes once it is done. An action that
 * `asksReason` is not done without; any other is told it for the log, as an option of its call. What went wrong is told in a toast, and nothing that was typed is lost.
 */
export function ConfirmActionDialog(props: ActionDialogProps) {
  return (
    <Suspense>
      <ActionDialog {...props} />
    </Suspense>
  )
}
