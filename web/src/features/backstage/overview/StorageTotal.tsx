import { useTranslation } from 'react-i18next'
import type { BackstageOverview } from '@toile/contracts/backstage/backstage'
import { formatBytes, formatNumber } from '../../../ui/format.js'
import { Skeleton } from '../../../ui/Skeleton.js'

export function StorageTotal({ storage }: { storage: BackstageOverview['storage'] | undefined }) {
  const { t } = useTranslation()
  if (!storage) return <Skeleton height={70} />
  const bytes = formatBytes(storage.bytes)
  return (
    <p className="figure">
      {storage.isEstimate ? t('backstage:overview.about', { bytes }) : bytes}{' '}
      <small>{t('backstage:overview.files', { count: storage.files, formatted: formatNumber(storage.files) })}</small>
    </p>
  )
}
