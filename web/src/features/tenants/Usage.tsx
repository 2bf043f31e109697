import { useTranslation } from 'react-i18next'
import { formatBytes, formatNumber } from '../../ui/format.js'
import './tenants.css'
/** How much of what a tenant's members share is used: bytes, or a number. Full is drawn as full, however far beyond. */
export function Usage({
  label,
  used,
  limit,
  inBytes = false,
}: {
  /** Where nothing else says it. */
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
