import { useTranslation } from 'react-i18next'
import type { BackstageEntry } from '@toile/contracts/activities/activities-backstage'
import { Link } from '../../../lib/router.js'
import { activityPaths } from '../../activities/paths.js'

export function EntryScores({ entry }: { entry: BackstageEntry }) {
  const { t } = useTranslation()
  return (
    <>
      <Scores entry={entry} />
      <Link className="backstage-entry-jury" to={activityPaths.detail(entry.activityId, 'jury')}>
        {t('activities-backstage:entry.jury')}
      </Link>
    </>
  )
}

function Scores({ entry: { criteria, scores } }: { entry: BackstageEntry }) {
  const { t } = useTranslation()
  if (scores.length === 0) return <span className="muted">{t('activities-backstage:entry.noScores')}</span>
  return (
    <details className="backstage-entry-scores">
      <summary>{t('activities-backstage:entry.scoredBy', { count: scores.length })}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('activities-backstage:entry.juror')}</th>
            {criteria.map(({ id, title, weight }) => (
              <th key={id} scope="col" data-number>
                <bdi>{title}</bdi> <span className="muted">{weight}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scores.map(({ juror, scores: given }, i) => (
            <tr key={juror?.id ?? i}>
              <th scope="row">{juror ? juror.nickname || juror.name : t('app.deletedAccount')}</th>
              {criteria.map(({ id }) => (
                <td key={id} data-number>
                  {given[id] ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
