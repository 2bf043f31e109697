import { dismissToast, useToasts } from './toasts.js'
import './toasts.css'

/** Both live regions exist from the start, so that screen readers announce their changes. */
export function Toasts() {
  const items = useToasts()
  const part = (urgent: boolean) =>
    items
      .filter((item) => (item.type === 'error') === urgent)
      .map((item) => (
        <div key={item.id} dir="auto" className={`toast toast-${item.type}`}>
          {item.text}
          {item.action && (
            <button
              type="button"
              onClick={() => {
                item.action!.act()
                dismissToast(item.id)
              }}
            >
              {item.action.label}
            </button>
          )}
        </div>
      ))
  return (
    <div className="toasts">
      <div role="alert">{part(true)}</div>
      <div aria-live="polite">{part(false)}</div>
    </div>
  )
}
