import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { workStates } from '@toile/contracts/works/works.constants'
import { api } from '../../lib/api.js'
import { paths } from '../../lib/paths.js'
import { Link } from '../../lib/router.js'
import { formatNumber } from '../../ui/format.js'
import { LoadFailed } from '../../ui/Notice.js'
import { PageHeading } from '../../ui/PageHeading.js'
import { useOverview } from '../works/use-overview.js'

// MyTenant is loaded on demand, because few users belong to a tenant.
const MyTenant = lazy(() => import('../tenants/MyTenant.js'))

export function OverviewPage() {
  const { t } = useTranslation()
  const overview = useOverview()
  const mine = useQuery({
    queryKey: ['my-tenant'],
    queryFn: ({ signal }) => api.myTenant({}, { signal }),
  }).data?.tenant
  const entries = [
    [paths.profile, t('account.nav.profile'), t('account.overview.profile')],
    [paths.myWorks(), t('account.nav.works'), t('account.overview.works')],
    [paths.renders(), t('renders.title'), t('renders.about')],
    [paths.software(), t('account.nav.software'), t('account.overview.software')],
    [paths.invite, t('account.nav.invite'), t('account.overview.invite')],
    [paths.notifications('messages'), t('messages.title'), t('messages.aboutPage')],
    [paths.upload, t('app.upload'), t('account.overview.upload')],
  ] as const
  const { data } = overview
  const shown = (count: number | undefined) => (count === undefined ? '\u00a0' : formatNumber(count))
  return (
    <>
      <PageHeading title={t('account.overviewTitle')} />
      {overview.isError && <LoadFailed text={t('mine.failed')} of={overview} />}
      <dl className="overview">
        {workStates.map((state) => (
          <div key={state}>
            <dt>
              <Link to={paths.myWorks(state)}>{t(`mine.tabs.${state}`)}</Link>
            </dt>
            <dd className="tabular">{shown(data?.works[state])}</dd>
          </div>
        ))}
        <div>
          <dt>
            <Link to={paths.upload}>{t('account.overview.underWay')}</Link>
          </dt>
          <dd className="tabular">{shown(data?.uploadsUnderWay)}</dd>
        </div>
        <div>
          <dt>
            <Link to={paths.renders()}>{t('renders.underWay')}</Link>
          </dt>
          <dd className="tabular">{shown(data?.rendersUnderWay)}</dd>
        </div>
        {(['views', 'likes', 'comments'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`account.overview.${name}`)}</dt>
            <dd className="tabular">{shown(data?.[name])}</dd>
          </div>
        ))}
      </dl>
      {mine && (
        <Suspense>
          <MyTenant tenant={mine} />
        </Suspense>
      )}
      <ul className="account-links">
        {entries.map(([to, name, text]) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
