import { useTranslation } from 'react-i18next'
import { formatBytes, formatNumber } from '../../ui/format.js'
import './tenants.css'
export function Usage({
  label,
  used,
  limit,
  inBytes = false,
}: {
  label?: string
  used: number
  limit: number
  inBytes?: boolean
}) {
  const { t } = useTranslation()
  const format = inBytes ? formatBytes : formatNumber
  const text = t('tenants:tenants.of', { used: format(used), limit: format(limit) })
  return (
    <div className="usage" data-full={used >= limit || undefined}>
      {label && <p className="muted">{label}</p>}
      <p className="tabular">{text}</p>
      <progress aria-label={`${label ?? ''} ${text}`} value={Math.min(used, limit)} max={Math.max(1, limit)} />
    </div>
  )
}
