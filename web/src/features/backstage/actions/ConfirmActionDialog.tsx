import { lazy, Suspense } from 'react'
import type { ActionDialogProps } from './ActionDialog.js'

// Loaded on demand with the form library, which list pages do without.
const ActionDialog = lazy(() => import('./ActionDialog.js'))

/** Actions with `asksReason` require a reason; others pass an optional one to the log. On an error the input stays. */
export function ConfirmActionDialog(props: ActionDialogProps) {
  return (
    <Suspense>
      <ActionDialog {...props} />
    </Suspense>
  )
}
