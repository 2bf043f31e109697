import { useTranslation } from 'react-i18next'
import type { Package } from '@toile/contracts/software/software'
import { formatBytes, formatDate } from '../../ui/format.js'
import { Checksum } from './Checksum.js'
import { DownloadButton } from './DownloadButton.js'

/** One thing for one platform: its newest version in full, the others to be unfolded. */
export function PackageCard({ versions: [newest, ...older] }: { versions: [Package, ...Package[]] }) {
  const { t } = useTranslation()
  return (
    <article className="package">
      <div className="package-head">
        <div>
          <h3>
            <bdi>{newest.name}</bdi>{' '}
            <span className="muted">{t(`software:software.platforms.${newest.platform}`)}</span>
          </h3>
          <p className="muted tabular">
            {[
              t('software:software.version', newest),
              formatBytes(newest.bytes),
              t('software:software.released', { date: formatDate(newest.createdAt) }),
            ].join(' · ')}
          </p>
        </div>
        <DownloadButton of={newest} variant="filled" />
      </div>
      {newest.notes && <p className="package-notes">{newest.notes}</p>}
      <Checksum of={newest} />
      {older.length > 0 && (
        <details>
          <summary>{t('software:software.olderVersions')}</summary>
          <ul>
            {older.map((one) => (
              <li key={one.id} className="package-older">
                <span className="tabular">
                  {t('software:software.version', one)}{' '}
                  <span className="muted">
                    {formatBytes(one.bytes)} · {formatDate(one.createdAt)}
                  </span>
                </span>
                <DownloadButton of={one} variant="plain" />
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  )
}
