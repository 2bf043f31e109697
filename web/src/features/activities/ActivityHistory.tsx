import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.js'
import { Link } from '../../lib/router.js'
import { usePaged } from '../../lib/paged.js'
import { Notice } from '../../ui/Notice.js'
import { PagedList } from '../../ui/PagedList.js'
import { Skeleton } from '../../ui/Skeleton.js'
import { WorkLink } from '../works/WorkLink.js'
import { formatMoney } from './money.js'
import { activityPaths } from './paths.js'
import { loadNamespaces } from '../../i18n/load-namespaces.js'
import './activity-history.css'

await loadNamespaces('activities')

export default function ActivityHistory({ of }: { of: string }) {
  const { t } = useTranslation()
  const list = usePaged(
    ['activities', 'of', of],
    (cursor, options) => api.listActivitiesOfUser({ id: of, cursor }, options),
    { staleTime: 0 },
  )
  return (
    <PagedList
      list={list}
      waiting={<Skeleton height={200} />}
      failed={t('activities:history.failed')}
      empty={<Notice text={t('activities:history.none')} />}
    >
      {(activities) => (
        <table className="activity-history" aria-label={t('activities:history.title')}>
          <thead>
            <tr>
              <th scope="col">{t('activities:history.activity')}</th>
              <th scope="col">{t('activities:history.phase')}</th>
              <th scope="col">{t('activities:sheet.work')}</th>
              <th scope="col" className="number">
                {t('activities:sheet.rank')}
              </th>
              <th scope="col" className="number">
                {t('activities:sheet.bonus')}
              </th>
            </tr>
          </thead>
          <tbody>
            {activities.flatMap(({ id, title, phase, works }) =>
              (works.length > 0 ? works : [undefined]).map((work, at) => (
                <tr key={`${id} ${work?.workId}`} data-won={Boolean(work?.award)}>
                  <th scope="row">
                    <Link to={activityPaths.detail(id)} className={at > 0 ? 'repeated' : undefined}>
                      <bdi>{title}</bdi>
                    </Link>
                  </th>
                  <td>{at === 0 && t(`activities:phases.${phase}`)}</td>
                  <td>
                    {!work && <span className="muted">{t('activities:history.participant')}</span>}
                    {work && <WorkLink id={work.open && work.workId} title={work.title} />}
                  </td>
                  <td className="number">{work?.rank}</td>
                  <td className="number">
                    {work?.award && (
                      <>
                        <span className="activity-history-award">
                          <bdi>{work.award.title}</bdi>
                        </span>{' '}
                        {work.award.bonus.amount > 0 && <strong>{formatMoney(work.award.bonus)}</strong>}
                      </>
                    )}
                  </td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      )}
    </PagedList>
  )
}
