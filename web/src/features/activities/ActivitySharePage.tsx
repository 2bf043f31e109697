import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import { imageSizes } from '@toile/contracts/images/images.constants'
import { useParams } from '../../lib/router.js'
import { ButtonLink } from '../../ui/Button.js'
import { NotFound } from '../../ui/ErrorPage.js'
import { LoadFailed } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { Picture } from '../../ui/Picture.js'
import { Loading } from '../../ui/Skeleton.js'
import { RichText } from '../rich-text/RichText.js'
import { isNotFound } from '../works/use-work.js'
import { NoCover } from './ActivityTile.js'
import { Countdown } from './Countdown.js'
import { formatMoney } from './money.js'
import { activityPaths } from './paths.js'
import { PhaseChip } from './PhaseChip.js'
import { PhaseTimeline } from './PhaseTimeline.js'
import { useActivity } from './use-activity.js'
import './activities.css'
import './activity-page.css'
import './shared-activity.css'

const ratio = imageSizes.cover.width / imageSizes.cover.height

export function ActivitySharePage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const query = useActivity(id)
  if (isNotFound(query.error)) return <NotFound />
  if (query.error && !query.data) return <LoadFailed text={t('activities:oneFailed')} of={query} />
  if (!query.data) return <Loading height={720} />
  return <Poster activity={query.data} ask={() => void query.refetch({ cancelRefetch: false })} />
}

function Poster({ activity, ask }: { activity: Activity; ask: () => void }) {
  const { t } = useTranslation()
  const { id, title, summary, cover, phase, prize, tiers, rules, awarded } = activity
  return (
    <article className="shared-activity">
      <div className="shared-head">
        <div className="activity-cover" style={{ aspectRatio: ratio }}>
          {cover ? <Picture image={cover} sizes="440px" first /> : <NoCover title={title} />}
        </div>
        <div className="shared-text">
          <p className="muted">{t('activities:shared.byline')}</p>
          <PageHeading title={title} className="activity-title" />
          <p className="activity-summary" dir="auto">
            {summary}
          </p>
          <PhaseChip phase={phase} />
          {prize.amount > 0 && (
            <dl className="activity-prize">
              <dt>{t('activities:prize')}</dt>
              <dd className="tabular">{formatMoney(prize)}</dd>
            </dl>
          )}
          <Countdown activity={activity} ask={ask} />
          <ButtonLink variant="filled" to={activityPaths.detail(id, awarded ? 'winners' : undefined)}>
            {t(awarded ? 'activities:shared.see' : 'activities:shared.takePart')}
          </ButtonLink>
        </div>
      </div>
      <PhaseTimeline activity={activity} />
      <div className="shared-brief">
        <RichText html={rules} />
        {tiers.length > 0 && (
          <aside>
            <h2>{t('activities:tiers')}</h2>
            <ol className="activity-rows">
              {tiers.map((tier, at) => (
                <li key={at}>
                  <span>
                    <bdi>{tier.title}</bdi>
                  </span>
                  <strong className="tabular">{formatMoney({ amount: tier.amount, currency: prize.currency })}</strong>
                </li>
              ))}
            </ol>
          </aside>
        )}
      </div>
    </article>
  )
}
