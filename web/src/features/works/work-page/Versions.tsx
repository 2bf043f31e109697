import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Work } from '@toile/contracts/works/works'
import type { WorkVersion } from '@toile/contracts/works/works-social'
import { paths } from '../../../lib/paths.js'
import { Link } from '../../../lib/router.js'
import { formatBytes, formatNumber, formatTime } from '../../../ui/format.js'
import { Picture } from '../../../ui/Picture.js'
import { useVersions } from './use-versions.js'
import './versions.css'

export function Versions({ work }: { work: Work }) {
  const { t } = useTranslation()
  const headingId = useId()
  const { data } = useVersions(work.id)
  if (!data || data.items.length < 2) return null
  return (
    <section className="versions" aria-labelledby={headingId}>
      <h2 id={headingId}>{t('versions.title')}</h2>
      <ol>
        {data.items.map((version, i) => (
          <Version key={version.number} workId={work.id} version={version} isNow={i === 0} />
        ))}
      </ol>
    </section>
  )
}

function Version({ workId, version, isNow }: { workId: string; version: WorkVersion; isNow: boolean }) {
  const { t } = useTranslation()
  const { number, model, createdAt } = version
  const picture = version.previews[0]
  return (
    <li>
      <div className="versions-picture">{picture && <Picture image={picture} sizes="60px" />}</div>
      <div>
        <h3>{t('versions.number', { number })}</h3>
        <p className="muted tabular">{formatTime(createdAt)}</p>
        {model && (
          <p className="muted tabular">
            {t('versions.figures', {
              triangles: formatNumber(model.facts.triangles),
              size: formatBytes(model.bytes),
            })}
          </p>
        )}
        {isNow && <p>{t('versions.now')}</p>}
        {!isNow && model && (
          <Link
            to={paths.compareVersion(workId, `${number}`)}
            aria-label={`${t('versions.compare')}: ${t('versions.number', { number })}`}
          >
            {t('versions.compare')}
          </Link>
        )}
      </div>
    </li>
  )
}
