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

export function LoadFailed({ text, reason, retry }: { text: string; reason?: string | undefined; retry: () => void }) {
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
