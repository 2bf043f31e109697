import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.js'
import './notice.css'

export function Notice({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="notice">
      <p>{text}</p>
      {children}
    </div>
  )
}

interface LoadFailedProps {
  text: string
  /** The failed query: its message and `refetch` are the defaults for `reason` and `retry`. */
  of: { error: Error | null; refetch: () => unknown }
  reason?: string | undefined
  retry?: () => void
}

export function LoadFailed({ text, of, reason = of.error?.message, retry = () => void of.refetch() }: LoadFailedProps) {
  const { t } = useTranslation()
  return (
    <div className="notice" role="alert">
      <p>
        {text}
        {reason && <span className="muted"> {reason}</span>}
      </p>
      <Button onClick={retry}>{t('app.retry')}</Button>
    </div>
  )
}
