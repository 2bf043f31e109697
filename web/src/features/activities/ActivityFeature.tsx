import { useTranslation } from 'react-i18next'
import type { ActivityCard } from '@toile/contracts/activities/activities'
import { imageSizes } from '@toile/contracts/images/images.constants'
import { Link } from '../../lib/router.js'
import { Picture } from '../../ui/Picture.js'
import { NoCover } from './ActivityTile.js'
import { formatMoney } from './money.js'
import { activityPaths } from './paths.js'
import { PhaseChip } from './PhaseChip.js'
import { untilText } from './remaining.js'

const ratio = imageSizes.cover.width / imageSizes.cover.height

export function ActivityFeature({ activity, nowMs }: { activity: ActivityCard; nowMs: number }) {
  const { t } = useTranslation()
  const { id, title, summary, cover, phase, prize, participants, works } = activity
  return (
    <article className="activity-feature">
      <div className="activity-cover" style={{ aspectRatio: ratio }}>
        {cover ? <Picture image={cover} sizes="440px" first /> : <NoCover title={title} />}
      </div>
      <div className="activity-feature-text">
        <PhaseChip phase={phase} />
        <h2>
          <Link to={activityPaths.detail(id)} className="activity-theirs">
            <bdi>{title}</bdi>
          </Link>
        </h2>
        <p className="activity-feature-summary activity-theirs" dir="auto">
          {summary}
        </p>
        <dl className="activity-figures">
          {prize.amount > 0 && (
            <div>
              <dt>{t('activities:prize')}</dt>
              <dd className="tabular">{formatMoney(prize)}</dd>
            </div>
          )}
        </dl>
        <p className="activity-feature-line">
          <strong>{untilText(t, activity, nowMs)}</strong>
          <span className="muted tabular">
            {t('activities:registered', { count: participants })}
            {works > 0 && ` · ${t('activities:works', { count: works })}`}
          </span>
        </p>
      </div>
    </article>
  )
}
