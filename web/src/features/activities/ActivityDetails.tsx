import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import { Link } from '../../lib/router.js'
import { UserLink } from '../creators/UserLink.js'
import { RichText } from '../rich-text/RichText.js'
import { Entries } from './entries/Entries.js'
import { formatMoney } from './money.js'
import { activityPaths } from './paths.js'

export function ActivityDetails({ activity }: { activity: Activity }) {
  const { t } = useTranslation()
  const { rules, tiers, criteria, jurors, prize, blind, maxSubmissions } = activity
  const weights = criteria.reduce((sum, { weight }) => sum + weight, 0)
  return (
    <>
      <div className="activity-details">
        <RichText html={rules} />
        <aside>
          {tiers.length > 0 && (
            <section>
              <h2>{t('activities:tiers')}</h2>
              <ol className="activity-rows">
                {tiers.map(({ title, amount }, at) => (
                  <li key={at}>
                    <span>
                      <bdi>{title}</bdi>
                    </span>
                    <strong className="tabular">{formatMoney({ amount, currency: prize.currency })}</strong>
                  </li>
                ))}
              </ol>
            </section>
          )}
          <section>
            <h2>{t('activities:criteria')}</h2>
            <ul className="activity-rows">
              {criteria.map(({ id, title, weight }) => (
                <li key={id}>
                  <span>
                    <bdi>{title}</bdi>
                  </span>
                  <span className="muted tabular">
                    {t('activities:weight', { percent: Math.round((100 * weight) / weights) })}
                  </span>
                  <span
                    className="activity-weight"
                    style={{ width: `${(100 * weight) / weights}%` }}
                    aria-hidden="true"
                  />
                </li>
              ))}
            </ul>
            {blind && <p className="muted activity-note">{t('activities:blind')}</p>}
          </section>
          {jurors.length > 0 && (
            <section>
              <h2>{t('activities:jury')}</h2>
              <ul className="activity-jury">
                {jurors.map((juror) => (
                  <li key={juror.id}>
                    <UserLink user={juror} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          <p className="muted activity-note">
            {t('activities:limit', { count: maxSubmissions })} {t('activities:frozenHint')}{' '}
            <Link to={activityPaths.intro}>{t('activities:howItWorks')}</Link>
          </p>
        </aside>
      </div>
      <section className="activity-entries" aria-labelledby="activity-entries">
        <h2 id="activity-entries">{t('activities:entries')}</h2>
        <Entries activity={activity} list="all" heading="h3" empty={t('activities:noEntries')} />
      </section>
    </>
  )
}
